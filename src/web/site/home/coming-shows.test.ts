import { expect, test } from 'vitest'
import type { Availability } from '#domain/tour/show.ts'
import { comingShows, nextPlayed } from '#web/site/home/coming-shows.ts'

const tourOf = (...tour: Availability[]) => {
  const shows = tour.map((availability, at) => ({ availability, at }))
  let asked = 0
  const ask = async (limit: number) => {
    asked++
    return shows.slice(0, limit)
  }
  return { ask, asked: () => asked }
}
const off: Availability[] = Array.from({ length: 8 }, (_, at) => (at % 2 ? 'cancelled' : 'postponed'))

test('the next show is the first that is played', async () => {
  const { ask, asked } = tourOf('cancelled', 'postponed', 'sold out', 'scheduled')
  expect(nextPlayed(await comingShows(ask))?.at).toBe(2)
  expect(asked()).toBe(1)
})

test('it is found behind two weeks of shows that are off', async () => {
  expect(nextPlayed(await comingShows(tourOf(...off, ...off, 'rescheduled').ask))?.at).toBe(16)
})

test('a tour that is off as a whole has none', async () => {
  expect(nextPlayed(await comingShows(tourOf(...off).ask))).toBeNull()
  expect(nextPlayed(await comingShows(tourOf('cancelled').ask))).toBeNull()
})
