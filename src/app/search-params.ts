/** Addresses stay plain (`?q=2&sort=date`), and every value stays text until a schema reads it. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const params = new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
  return params.size ? `?${params}` : ''
}
