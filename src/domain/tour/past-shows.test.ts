import { expect, test } from 'vitest'
import { createPastShowIndex, pastShowsPage } from '#domain/tour/past-shows.ts'
import { lastPastPage, pastPageSize } from '#domain/tour/tour-search.ts'

const now = new Date('2026-10-25T19:00:00Z')
const show = (id: string, changes: object = {}) => ({
  id,
  date: '2020-05-01',
  time: '20:00',
  zone: 'Europe/Berlin',
  status: 'upcoming' as const,
  city: 'Köln',
  venue: 'Gloria',
  country: 'DE',
  countyRegion: null,
  supportActs: [],
  tags: [],
  ...changes,
})
const read = (shows: ReturnType<typeof show>[], request: Partial<Parameters<typeof pastShowsPage>[1]> = {}, at = now) =>
  pastShowsPage(createPastShowIndex(shows, { locale: 'en-GB', now }), { page: 1, ...request }, at)

test('lists a show as past from its start on without rebuilding the index', () => {
  const tonight = show('tonight', { date: '2026-10-25' })
  expect(read([tonight]).ids).toEqual([])
  expect(read([tonight], {}, new Date('2026-10-25T19:00:01Z')).ids).toEqual(['tonight'])
})

test('a show with the status past is past whatever its date', () => {
  expect(read([show('declared', { date: '2030-01-01', status: 'past' })]).ids).toEqual(['declared'])
})

test('pages through past shows in order and clamps a page beyond the last', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `show ${at}`)
  const shows = ids.map((id) => show(id))
  const last = lastPastPage(500)
  const pages = Array.from({ length: last }, (_, at) => read(shows, { page: at + 1 }))
  expect(pages.flatMap((page) => page.ids)).toEqual(ids)
  expect(pages.map(({ page, total }) => [page, total])).toEqual(pages.map((_, at) => [at + 1, 500]))
  expect(pages[0]!.ids).toHaveLength(pastPageSize)
  expect(read(shows, { page: 999 })).toEqual(pages.at(-1))
  expect(read([], { page: 3 })).toEqual({ ids: [], total: 0, page: 1, countries: [] })
})

test('filters past shows by visible words and country, and lists all countries', () => {
  const shows = [
    show('a'),
    show('b', { city: 'Málaga', country: 'ES', supportActs: ['Elin Brandt'] }),
    show('c', { city: 'Kiel', date: '2026-12-01', country: 'NO' }),
  ]
  const found = (request: object) => read(shows, request).ids
  expect(found({ q: 'koln GLORIA' })).toEqual(['a'])
  expect(found({ q: 'spain elin' })).toEqual(['b'])
  expect(found({ country: 'DE' })).toEqual(['a'])
  expect(found({ q: 'kiel' })).toEqual([])
  expect(read(shows, { country: 'FR' })).toMatchObject({ total: 0, countries: ['DE', 'ES'] })
})
