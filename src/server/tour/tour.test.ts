import { describe, expect, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import { deleteShows, insertShow, updateShow } from '#server/tour/commands.ts'
import { listShows, showBySlug } from '#server/tour/queries.ts'
import { performances } from '#server/tour/table.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { adminShows } from '#tests/fixtures/tour.ts'

const now = new Date('2026-10-01T12:00:00Z')
const show = (about: Partial<ShowDraft> = {}) =>
  ShowDraft.parse({
    date: '2026-10-25',
    zone: 'Europe/Berlin',
    venue: 'Lido',
    city: 'Berlin',
    country: 'DE',
    status: 'upcoming',
    ...about,
  })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('reads back every field of a stored show', async () => {
    const site = await createTestSite(database)
    const written = show({
      time: '20:30',
      doorsTime: '19:00',
      address: 'Cuvrystraße 7',
      postCode: '10997',
      tags: ['solo', 'late'],
      supportActs: ['The “Others”'],
      bookingLink: 'https://tickets.example/1',
      availability: 'sold out',
      onSaleAt: new Date('2026-06-01T10:00:00Z'),
    })
    const { id, createdAt } = await site.as('administrator', (tx) => insertShow(tx, written, now))
    const read = await site.as('visitor', (tx) => showBySlug(tx, '2026-10-25-berlin-lido', now))
    expect(read).toEqual({
      ...written,
      id,
      slug: '2026-10-25-berlin-lido',
      announcedAt: now,
      previousDate: null,
      isDemo: false,
      sequence: 0,
      createdAt,
      updatedAt: createdAt,
    })
  })

  test('lists upcoming shows to visitors, earliest first, and past ones on request', async () => {
    const site = await createTestSite(database)
    const dates = ['2026-11-02', '2026-09-30', '2026-10-25', '2025-01-01']
    await site.as('administrator', async (tx) => {
      for (const date of dates) await insertShow(tx, show({ date }))
      await insertShow(tx, show({ date: '2026-12-01', status: 'draft' }))
    })
    const list = (options?: Parameters<typeof listShows>[2]) =>
      site.as('visitor', async (tx) =>
        (await listShows(tx, now, options)).map(({ date, status }) => `${date} ${status}`),
      )
    expect(await list()).toEqual(['2026-10-25 upcoming', '2026-11-02 upcoming'])
    expect(await list({ includePast: true })).toEqual([
      ...['2025-01-01 past', '2026-09-30 past', '2026-10-25 upcoming', '2026-11-02 upcoming'],
    ])
    expect(await site.as('administrator', (tx) => adminShows(tx))).toHaveLength(5)
  })

  test('a show of today is upcoming until the day has ended where it takes place', async () => {
    const site = await createTestSite(database)
    await site.as('administrator', (tx) => insertShow(tx, show({ date: '2026-10-01', zone: 'Pacific/Honolulu' })))
    const at = (moment: string) => site.as('visitor', (tx) => listShows(tx, new Date(moment)))
    expect(await at('2026-10-02T09:59:00Z')).toHaveLength(1)
    expect(await at('2026-10-02T10:01:00Z')).toHaveLength(0)
  })

  test('gives a second show at the same venue and day its own slug', async () => {
    const site = await createTestSite(database)
    const slugs = await site.as('administrator', async (tx) => [
      (await insertShow(tx, show())).slug,
      (await insertShow(tx, show({ time: '23:00' }))).slug,
    ])
    expect(slugs).toEqual(['2026-10-25-berlin-lido', '2026-10-25-berlin-lido-2'])
  })

  test('keeps the slug of an announced show, and increments its version', async () => {
    const site = await createTestSite(database)
    const added = await site.as('administrator', (tx) => insertShow(tx, show({ status: 'upcoming' }), now))
    const { id } = added
    const context = { userId: site.userId, now }
    const changed = await site.as('administrator', (tx) =>
      updateShow(tx, id, show({ venue: 'SO36' }), { ...context, expectedVersion: added.sequence }),
    )
    expect(changed).toMatchObject({ id, slug: '2026-10-25-berlin-lido', venue: 'SO36', sequence: 1, announcedAt: now })
    const remove = () => site.as('administrator', (tx) => deleteShows(tx, [id], context))
    expect(await remove()).toMatchObject({ changed: 1 })
    await expect(remove()).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('makes the slug of a draft from its last values, and records when it was first announced', async () => {
    const site = await createTestSite(database)
    const later = new Date('2026-05-02T00:00:00Z')
    const { userId } = site
    const { slug, announcedAt } = await site.as('administrator', async (tx) => {
      await insertShow(tx, show({ date: '2026-10-26', status: 'upcoming' }), now)
      const copy = await insertShow(tx, show({ status: 'draft' }), now)
      const moved = await updateShow(tx, copy.id, show({ date: '2026-10-26', status: 'draft' }), {
        userId,
        now,
        expectedVersion: 0,
      })
      const context = { userId, now: later, expectedVersion: moved.sequence }
      return updateShow(tx, copy.id, show({ date: '2026-10-26', status: 'upcoming' }), context)
    })
    expect([slug, announcedAt]).toEqual(['2026-10-26-berlin-lido-2', later])
  })

  test.each([
    ['performances_slug_plain', { slug: 'Not plain' }],
    ['performances_country_code', { country: 'Germany' }],
    ['performances_link_web', { bookingLink: 'javascript:alert(1)' }],
    ['performances_image_link', { imageUrl: '//elsewhere.example/a.png' }],
    ['performances_status_known', { status: 'secret' as 'draft' }],
    ['performances_availability_known', { availability: 'maybe' as 'free' }],
    ['performances_place_said', { venue: '' }],
  ])('the table constraint %s rejects an invalid show', async (constraint, wrong) => {
    const site = await createTestSite(database)
    const insert = site.as('administrator', (tx) => tx.insert(performances).values({ ...show(), slug: 'a', ...wrong }))
    expect(await insert.catch(violatedConstraint)).toBe(constraint)
  })
})
