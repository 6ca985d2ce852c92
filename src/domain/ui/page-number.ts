export const defaultLastPage = 10

/** The page that an address asks for: a whole number from 1 to the last page. What is no number means the first. */
export function pageNumber(asked: unknown, lastPage = defaultLastPage): number {
  const number = typeof asked === 'number' ? asked : /^\d+$/.test(String(asked)) ? Number(asked) : 1
  return Number.isNaN(number) ? 1 : Math.max(1, Math.min(Math.floor(number), lastPage))
}
