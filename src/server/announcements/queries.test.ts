import { describe, expect, test } from 'vitest'
import {
  activeAnnouncements,
  isActiveAnnouncement,
  maxActiveAnnouncements,
} from '#domain/announcements/announcement.ts'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { activeAnnouncementsUntil } from '#server/announcements/queries.ts'
import { announcements } from '#server/announcements/table.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'

const noon = new Date('2026-05-01T12:00:00Z')
const minutes = (n: number) => new Date(+noon + n * 60_000)
const tour = { title: 'Lisbon', message: 'A second night.' }

type Row = typeof announcements.$inferInsert
const announce = (site: TestSite, ...rows: Row[]) =>
  site.as('administrator', (tx) => tx.insert(announcements).values(rows).returning())
/** What the API answers: read with those that start while the answer is cached, then filtered by the clock. */
const activeOn = async (site: TestSite, now = noon) =>
  activeAnnouncements(
    await site.as('visitor', (tx) => activeAnnouncementsUntil(tx, now, new Date(+now + cacheLifetimeMs))),
    now,
  )
const shownOn = async (site: TestSite) => (await activeOn(site)).map(({ title }) => title)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('shows an announcement with default values at once, as dismissible info', async () => {
    const site = await createTestSite(database)
    const [{ id } = {}] = await announce(site, tour)
    expect(await activeOn(site)).toEqual([
      {
        ...tour,
        id,
        activityLogId: null,
        linkUrl: null,
        linkText: null,
        announcementType: 'general',
        style: 'info',
        isActive: true,
        isDismissible: true,
        priority: 0,
        startDate: null,
        endDate: null,
        createdAt: expect.any(Date),
      },
    ])
  })

  test('the SQL query and the domain function select the same active announcements', async () => {
    const site = await createTestSite(database)
    const moments = [null, minutes(-2), minutes(-1), noon, minutes(1), minutes(2)]
    const rows = [true, false].flatMap((isOn) =>
      moments.flatMap((startDate) =>
        moments
          .filter((endDate) => startDate === null || endDate === null || startDate < endDate)
          .map((endDate, i) => ({ ...tour, title: `${isOn} ${+startDate!} ${i}`, isActive: isOn, startDate, endDate })),
      ),
    )
    await announce(site, ...rows)
    const expected = rows.filter((row) => isActiveAnnouncement(row, noon)).map(({ title }) => title)
    expect(expected.length).toBeLessThan(maxActiveAnnouncements)
    expect((await shownOn(site)).toSorted()).toEqual(expected.toSorted())
    const read = await site.as('visitor', (tx) => activeAnnouncementsUntil(tx, noon, noon))
    expect(read.map(({ title }) => title).toSorted()).toEqual(expected.toSorted())
  })

  test('lists announcements by priority, then newest first', async () => {
    const site = await createTestSite(database)
    await announce(
      site,
      { ...tour, title: 'old', createdAt: minutes(-9) },
      { ...tour, title: 'low', priority: -1, createdAt: noon },
      { ...tour, title: 'new', createdAt: minutes(-1) },
      { ...tour, title: 'high', priority: 5, createdAt: minutes(-99) },
    )
    expect(await shownOn(site)).toEqual(['high', 'new', 'old', 'low'])
  })

  test('leaves out the announcements of lowest priority above the limit', async () => {
    const site = await createTestSite(database)
    await announce(
      site,
      ...Array.from({ length: maxActiveAnnouncements + 5 }, (_, i) => ({ ...tour, title: `${i}`, priority: i })),
    )
    const shown = await shownOn(site)
    expect(shown).toHaveLength(maxActiveAnnouncements)
    expect(shown).not.toContain('0')
  })

  test('shows an announcement on its own site only', async () => {
    const [ours, theirs] = [await createTestSite(database), await createTestSite(database)]
    await announce(ours, tour)
    expect(await shownOn(theirs)).toEqual([])
  })

  test('does not let a visitor create announcements or read inactive ones', async () => {
    const site = await createTestSite(database)
    await announce(site, { ...tour, isActive: false })
    expect(await site.as('visitor', (tx) => tx.select().from(announcements))).toEqual([])
    await expect(site.as('visitor', (tx) => tx.insert(announcements).values(tour))).rejects.toThrow()
    await expect(site.as('visitor', (tx) => tx.update(announcements).set({ priority: 1 }))).rejects.toThrow()
    await expect(site.as('visitor', (tx) => tx.delete(announcements))).rejects.toThrow()
  })

  test.each<[constraint: string, wrong: Partial<Row>]>([
    ['announcements_title_said', { title: '' }],
    ['announcements_window_open', { startDate: noon, endDate: noon }],
    ['announcements_link_open', { linkUrl: 'javascript:alert(1)' }],
    ['announcements_link_open', { linkUrl: '//evil.example' }],
    ['announcements_link_open', { linkUrl: '/\\evil.example' }],
    ['announcements_link_open', { linkUrl: '' }],
    ['announcements_style_known', { style: 'loud' as 'info' }],
    ['announcements_type_known', { announcementType: 'gossip' as 'general' }],
  ])('the table constraint %s rejects %j', async (constraint, wrong) => {
    const refused = announce(await createTestSite(database), { ...tour, ...wrong }).catch(violatedConstraint)
    expect(await refused).toBe(constraint)
  })

  test.each(['/', '/tour', 'https://tickets.example/', 'HTTPS://TICKETS.EXAMPLE', 'mailto:box@office.example'])(
    'the table accepts the link %s',
    async (linkUrl) => {
      const site = await createTestSite(database)
      await announce(site, { ...tour, linkUrl })
      expect(await shownOn(site)).toEqual(['Lisbon'])
    },
  )
})
