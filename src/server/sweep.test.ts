import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forgottenBefore } from '#domain/contact/retention.ts'
import { activityLogs } from '#server/activity/table.ts'
import { contactMessages } from '#server/contact/table.ts'
import { newId } from '#server/db/id.ts'
import { testFiles } from '#server/images/fixture.ts'
import { dataExports } from '#server/privacy/table.ts'
import { sweepAll } from '#server/sweep.ts'
import { engines, newSite, openTestDatabase, type TestSite } from '#tests/database.ts'

const now = new Date('2026-05-01T12:00:00Z')
const then = forgottenBefore(now)
type Say = (facts: object, words: string) => void
const justBefore = (moment: Date) => new Date(+moment - 1)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const sweep = (sites: readonly TestSite[], warn: Say = (facts) => expect.fail(JSON.stringify(facts))) => {
    const websiteIds = sites.map(({ websiteId }) => websiteId)
    return sweepAll(database, testFiles(), websiteIds, now, { warn })
  }
  async function write(site: TestSite, emailIndex: Buffer, receivedAt: Date): Promise<string> {
    const id = newId()
    const content = Buffer.from('sealed')
    await site.as('visitor', (tx) => tx.insert(contactMessages).values({ id, content, emailIndex, receivedAt }))
    return id
  }
  const idsIn = async (site: TestSite) =>
    (await site.as('administrator', (tx) => tx.select().from(contactMessages))).map(({ id }) => id).sort()
  const logOf = (site: TestSite) => site.as('administrator', (tx) => tx.select().from(activityLogs))

  test('two years after somebody’s last message all that they wrote goes, and that it went is written down', async () => {
    const [site, other] = [await newSite(database), await newSite(database)]
    const [gone, still] = [randomBytes(32), randomBytes(32)]
    const old = [await write(site, gone, new Date('2020-01-01')), await write(site, gone, justBefore(then))]
    // The first of these is as old, but its correspondence goes on.
    const kept = [await write(site, still, new Date('2020-01-01')), await write(site, still, then)]
    const elsewhere = await write(other, gone, now)
    await sweep([site, other])
    expect(await idsIn(site)).toEqual(kept.sort())
    expect(await idsIn(other)).toEqual([elsewhere])
    const [line, ...more] = await logOf(site)
    expect(line).toMatchObject({ resourceType: 'contact_message', action: 'expired', userId: null, createdAt: now })
    expect((line!.details.messages as string[]).toSorted()).toEqual(old.sort())
    await sweep([site, other])
    expect([more, (await logOf(site)).length, await logOf(other)]).toEqual([[], 1, []])
  })

  test('what a house could not clear away on one site it clears away on the next', async () => {
    const site = await newSite(database)
    await site.as('worker', (tx) =>
      tx.insert(dataExports).values({
        ...{ tokenHash: 'x', email: Buffer.from('x'), emailIndex: randomBytes(32) },
        ...{ requestedAt: justBefore(now), expiresAt: now },
      }),
    )
    const warned: string[] = []
    const unknown = { ...site, websiteId: 'no website' }
    await sweep([unknown, site], (_, words) => warned.push(words))
    expect(warned).toEqual(['what has expired was not cleared away'])
    expect(await site.as('worker', (tx) => tx.select().from(dataExports))).toEqual([])
  })
})
