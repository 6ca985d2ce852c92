import { createSearchReader, enumParam, numberParam, textParam } from '#domain/ui/search-params.ts'

/** What the address of the tour page says. `page` is that of the past shows. */
export const tourSearch = createSearchReader({
  past: enumParam('include'),
  country: textParam(2, /^[A-Z]{2}$/),
  q: textParam(80),
  page: numberParam(1000),
})
export type TourSearch = ReturnType<typeof tourSearch>

export const pastPageSize = 30
export const lastPastPage = (total: number): number => Math.ceil(total / pastPageSize)
