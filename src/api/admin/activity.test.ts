import { describe, expect, test } from 'vitest'
import type { ActivityEntry } from '#api/admin/activity.ts'
import { type ActivityRecord, securityActions } from '#domain/activity/activity.ts'
import type { Actor } from '#domain/actor.ts'
import { recordActivity } from '#server/activity/record.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'

const minutes = (n: number) => new Date(+now + n * 60_000)
const show = (name: string, more: object = {}) =>
  ({ resourceType: 'tour_date', action: 'created', resourceId: newId(), resourceName: name, ...more }) as const

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)

  async function newLog(zone = 'UTC') {
    const site = await createTestSite(database)
    const { userId } = await accounts.newUser(site, { administers: true })
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const as = (who: Actor) => createTestApi(database, site, who, {}, { site: { zone } })
    const get = (search = '', who: Actor = actor) => as(who).request(`/api/admin/activity${search}`)
    const list = async (search = ''): Promise<{ entries: ActivityEntry[]; older: boolean; newer: boolean }> =>
      (await get(search)).json()
    return {
      userId,
      actor,
      get,
      list,
      names: async (search = '') => (await list(search)).entries.map(({ name }) => name),
      csv: async (search = '') => (await get(`/export.csv${search}`)).text(),
      // Only the role auth_service may write a line in the name of any user.
      write: (line: Omit<ActivityRecord, 'userId'> & { userId?: string | null }, at = now) =>
        inSite(database, { websiteId: site.websiteId, role: 'auth_service' }, (tx) =>
          recordActivity(tx, { userId, ...line } as ActivityRecord, at),
        ),
    }
  }

  test('an entry has user, action, resource and each field before and after', async () => {
    const { write, list } = await newLog()
    const line = show('Berlin, Lido', { action: 'status_changed' })
    const changes = { status: { before: 'draft', after: 'upcoming' }, tags: { before: [], after: ['late'] } }
    await write({ ...line, details: { new_status: 'upcoming', changes, address: '203.0.113.9', card: '4242' } })
    const { entries, older, newer } = await list('?type=tour_date')
    expect(entries).toEqual([
      {
        id: expect.any(String),
        at: now.toISOString(),
        who: { userId: expect.any(String), email: expect.stringContaining('@') },
        resourceType: 'tour_date',
        action: 'status_changed',
        name: 'Berlin, Lido',
        path: `/admin/tour/${line.resourceId}`,
        changes: [
          { field: 'tags', before: [], after: ['late'] },
          { field: 'status', before: 'draft', after: 'upcoming' },
        ],
        during: null,
        device: null,
        canBeAnnounced: true,
      },
    ])
    expect([older, newer]).toEqual([false, false])
  })

  test('the security log contains only access, exports, payments and mail', async () => {
    const { write, list, csv } = await newLog()
    const lines = [
      { resourceType: 'account', action: 'signed_in' },
      { resourceType: 'access', action: 'removal_asked' },
      { resourceType: 'website', action: 'main_host_changed' },
      { resourceType: 'settings', action: 'updated' },
      { resourceType: 'demo', action: 'removed' },
      { resourceType: 'order', action: 'cancelled' },
      { resourceType: 'order', action: 'decrypted' },
      { resourceType: 'order', action: 'exported' },
      { resourceType: 'order', action: 'exported_with_customers' },
      { resourceType: 'customer', action: 'erased' },
      { resourceType: 'payment', action: 'refunded' },
      { resourceType: 'download', action: 'reissued' },
    ] as const
    expect([...new Set(lines.map(({ resourceType }) => resourceType))]).toEqual(Object.keys(securityActions))
    for (const line of lines) await write(line)
    for (const other of [show('Berlin'), { resourceType: 'order', action: 'noted' } as const]) await write(other)
    const found = (await list('?only=security')).entries
    const kinds = found.map(({ resourceType, action }) => `${resourceType} ${action}`)
    // The first line is the owner's own access.
    expect(kinds.toSorted()).toEqual(
      ['access granted', ...lines.map(({ resourceType, action }) => `${resourceType} ${action}`)].toSorted(),
    )
    expect((await list('?only=security&type=order')).entries).toHaveLength(4)
    expect(await csv('?only=security')).not.toContain('Berlin')
  })

  test('a failed sign-in names the account if this website knows its owner, and the device', async () => {
    const { write, list, csv, userId } = await newLog()
    const foreign = await accounts.newUser(await createTestSite(database), { administers: true })
    const failed = { resourceType: 'account', action: 'sign_in_failed', userId: null } as const
    const details = { device: 'Firefox on Linux', address: '203.0.113.9' }
    await write({ ...failed, resourceId: userId, details })
    await write({ ...failed, resourceId: foreign.userId }, minutes(1))
    await write({ ...failed, userId, details: { during: 'confirmation' } }, minutes(2))
    const { entries } = await list('?action=sign_in_failed')
    expect(entries).toMatchObject([
      { name: null, during: 'confirmation', device: null },
      { name: null, during: null },
      { name: expect.stringContaining('@'), device: 'Firefox on Linux' },
    ])
    const file = await csv('?action=sign_in_failed')
    expect(file).toContain(`"tried to sign in and failed, to the account of",${entries[2]!.name},,Firefox on Linux`)
    expect(file).toContain('entered a wrong password when asked to confirm a change')
    expect(JSON.stringify(entries) + file).not.toMatch(new RegExp(`${foreign.email}|203.0.113`))
  })

  test('shows a former administrator by the e-mail address stored in the log', async () => {
    const { write, list, csv } = await newLog()
    const left = newId()
    const access = { resourceType: 'access', resourceId: left, resourceName: 'left@example.com' } as const
    await write({ ...access, action: 'granted' })
    await write(
      { resourceType: 'access', action: 'invited', resourceName: 'friend@example.com', userId: left },
      minutes(1),
    )
    await write({ ...access, action: 'removed' }, minutes(2))
    const { entries } = await list('?action=invited')
    expect(entries).toMatchObject([{ who: { userId: left, email: 'left@example.com' }, name: 'friend@example.com' }])
    expect((await list('?person=gone')).entries).toHaveLength(1)
    expect(await csv('?action=invited')).toContain('left@example.com')
  })

  test('pages the log from newest to oldest and back without shifting while it grows', async () => {
    const { write, list } = await newLog()
    // Three of them happened in one moment.
    for (const [i, name] of ['a', 'b', 'c', 'd', 'e'].entries()) await write(show(name), minutes(i < 3 ? 0 : i))
    const page = async (search: string) => {
      const { entries, older, newer } = await list(`?type=tour_date&size=2${search}`)
      return {
        names: entries.map(({ name }) => name).join(''),
        first: entries[0]!.id,
        last: entries.at(-1)!.id,
        older,
        newer,
      }
    }
    const one = await page('')
    expect(one).toMatchObject({ names: 'ed', older: true, newer: false })
    await write(show('f'), minutes(9))
    const two = await page(`&before=${one.last}`)
    expect(two).toMatchObject({ names: 'cb', older: true, newer: true })
    expect(await page(`&before=${two.last}`)).toMatchObject({ names: 'a', older: false, newer: true })
    expect(await page(`&after=${two.first}`)).toMatchObject({ names: 'ed', older: true, newer: true })
    expect((await list(`?before=${newId()}`)).entries).toEqual([])
  })

  test('filters entries by resource type, action, name and user', async () => {
    const { write, names, userId } = await newLog()
    const gone = newId()
    await write(show('50% Lido'))
    await write(show('Lido 500', { action: 'updated' }))
    await write({ resourceType: 'announcement', action: 'created', resourceName: 'Lido!', userId: gone })
    await write({ resourceType: 'account', action: 'sign_in_failed', userId: null, resourceName: 'unknown Lido' })
    expect(await names('?type=announcement')).toEqual(['Lido!'])
    expect(await names('?action=updated')).toEqual(['Lido 500'])
    expect(await names('?q=50%25')).toEqual(['50% Lido'])
    expect(await names(`?q=lido&person=${userId}`)).toEqual(['Lido 500', '50% Lido'])
    expect(await names('?q=lido&person=gone')).toEqual(['Lido!'])
    expect(await names('?q=lido&person=unknown')).toEqual(['unknown Lido'])
  })

  test('filters by days in the time zone of the site', async () => {
    const { write, names } = await newLog('Europe/Berlin')
    await write(show('Saturday night'), new Date('2026-03-28T22:59:59Z'))
    await write(show('Sunday morning'), new Date('2026-03-28T23:00:00Z'))
    await write(show('Sunday night'), new Date('2026-03-29T21:59:59Z'))
    await write(show('Monday morning'), new Date('2026-03-29T22:00:00Z'))
    expect(await names('?from=2026-03-29&to=2026-03-29')).toEqual(['Sunday night', 'Sunday morning'])
    expect(await names('?type=tour_date&to=2026-03-28')).toEqual(['Saturday night'])
    expect(await names('?type=tour_date&from=2026-03-30&to=2026-04-30')).toEqual(['Monday morning'])
  })

  test('links to a resource while it exists, and again after it was restored', async () => {
    const { write, list } = await newLog()
    const line = show('Lido')
    const paths = async () => (await list('?type=tour_date')).entries.map(({ path }) => path)
    await write(line)
    expect(await paths()).toEqual([`/admin/tour/${line.resourceId}`])
    await write({ ...line, action: 'deleted' }, minutes(1))
    expect(await paths()).toEqual([null, null])
    await write(line, minutes(2))
    expect((await paths())[2]).toBe(`/admin/tour/${line.resourceId}`)
  })

  test('shows no IP address, and no e-mail address of a former administrator', async () => {
    const { write, list } = await newLog()
    await write({ ...show('Lido'), userId: newId() })
    await write({
      resourceType: 'account',
      action: 'sign_in_failed',
      userId: null,
      details: { address: '203.0.113.9' },
    })
    const { entries } = await list()
    expect(entries.find(({ name }) => name === 'Lido')!.who).toEqual({ userId: expect.any(String), email: null })
    expect(entries.find(({ action }) => action === 'sign_in_failed')!.who).toEqual({ userId: null, email: null })
    expect(JSON.stringify(entries)).not.toContain('203.0.113.9')
  })

  test('the CSV export has the filtered entries, with formulas escaped', async () => {
    const { write, get, csv } = await newLog()
    await write({ ...show('=cmd()'), details: { address: '203.0.113.9' } })
    await write({ resourceType: 'announcement', action: 'deleted', resourceName: 'Tonight' })
    const file = await csv('?type=tour_date')
    expect(file).toContain(",added the show,'=cmd(),")
    expect(file).not.toMatch(/Tonight|203\.0\.113\.9/)
    const { headers } = await get('/export.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('requires an administrator’s session, and shows entries of that website only', async () => {
    const [mine, theirs] = [await newLog(), await newLog()]
    await theirs.write(show('Theirs'))
    expect(await mine.names()).not.toContain('Theirs')
    const [{ entries }] = [await theirs.list()]
    expect((await mine.list(`?after=${entries.at(-1)!.id}`)).entries).toEqual([])
    for (const path of ['', '/export.csv']) {
      expect((await mine.get(path, { kind: 'visitor' })).status).toBe(401)
      expect((await mine.get(path, { ...mine.actor, kind: 'signed-in' } as Actor)).status).toBe(403)
      expect((await mine.get(path, { ...mine.actor, authenticatedBy: 'token' } as Actor)).status).toBe(403)
    }
  })

  test('names the invalid query parameter in the refusal', async () => {
    const { get } = await newLog()
    const refused = await get('?from=2026-02-30&person=me&type=orders&size=1000')
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['from', 'person', 'size', 'type'])
    // As a year is typed, it passes through these.
    for (const day of ['from=0001-01-01', 'from=0202-01-01', 'to=9999-12-31'])
      expect((await get(`?${day}`)).status, day).toBe(422)
  })
})
