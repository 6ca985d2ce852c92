import { expect, test } from 'vitest'
import type { Availability } from '#domain/tour/show.ts'
import { firstPlayedShow, loadNextShows } from '#web/site/tour/next-shows.ts'

const tourOf = (...tour: Availability[]) => {
  const shows = tour.map((availability, at) => ({ availability, at }))
  let requestCount = 0
  const fetchPage = async (limit: number) => {
    requestCount++
    return shows.slice(0, limit)
  }
  return { fetchPage, requestCount: () => requestCount }
}
const off: Availability[] = Array.from({ length: 8 }, (_, at) => (at % 2 ? 'cancelled' : 'postponed'))

test('the next show is the first one that is not cancelled or postponed', async () => {
  const { fetchPage, requestCount } = tourOf('cancelled', 'postponed', 'sold out', 'scheduled')
  expect(firstPlayedShow(await loadNextShows(fetchPage))?.at).toBe(2)
  expect(requestCount()).toBe(1)
})

test('loads more shows when the first ones are all cancelled or postponed', async () => {
  expect(firstPlayedShow(await loadNextShows(tourOf(...off, ...off, 'rescheduled').fetchPage))?.at).toBe(16)
})

test('finds no next show when all are cancelled or postponed', async () => {
  expect(firstPlayedShow(await loadNextShows(tourOf(...off).fetchPage))).toBeNull()
  expect(firstPlayedShow(await loadNextShows(tourOf('cancelled').fetchPage))).toBeNull()
})
