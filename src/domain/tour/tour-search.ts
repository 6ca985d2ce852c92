import { numberOf, oneOf, searchReader, textOf } from '#domain/ui/search.ts'

/** What the address of the tour page says. `page` is that of the past shows. */
export const tourSearch = searchReader({
  past: oneOf('include'),
  country: textOf(2, /^[A-Z]{2}$/),
  q: textOf(80),
  page: numberOf(1000),
})
export type TourSearch = ReturnType<typeof tourSearch>

export const pastPageSize = 30
export const lastPastPage = (total: number): number => Math.ceil(total / pastPageSize)
