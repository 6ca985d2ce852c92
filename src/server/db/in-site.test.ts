import { setTimeout as after } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import { errorCode } from '#server/db/errors.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { insertShow } from '#server/tour/commands.ts'
import { performances } from '#server/tour/table.ts'
import { bothEngines, createTestSite, openTestDatabase } from '#tests/database.ts'
import { adminShows } from '#tests/fixtures/tour.ts'

const lido = ShowDraft.parse({
  date: '2026-05-01',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
})

describe.each(bothEngines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('rolls back a transaction that fails', async () => {
    const site = await createTestSite(database)
    const work = site.as('administrator', async (tx) => {
      await insertShow(tx, lido)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await site.as('administrator', (tx) => adminShows(tx))).toEqual([])
  })

  test('a transaction fails when its callback swallows a database error', async () => {
    const site = await createTestSite(database)
    const work = site.as('administrator', async (tx) => {
      await insertShow(tx, lido)
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    })
    expect(await work.catch(errorCode)).toBe('22012')
    expect(await site.as('administrator', (tx) => adminShows(tx))).toEqual([])
  })

  test('inSite rejects a second transaction inside an open one at once', async () => {
    const site = await createTestSite(database)
    const nested = site.as('visitor', () => site.as('visitor', async () => 'never'))
    await expect(nested).rejects.toThrow('inSite was called while a transaction is open')
    await expect(site.as('visitor', () => database.ping())).rejects.toThrow('ping was called')
    await expect(site.as('visitor', async () => 'fine')).resolves.toBe('fine')
  })

  test('allows a new transaction in a callback that outlives its transaction', async () => {
    const site = await createTestSite(database)
    const ended = Promise.withResolvers<void>()
    let later: Promise<string> | undefined
    await site.as('visitor', async () => {
      later = ended.promise.then(() => site.as('visitor', async () => 'later'))
    })
    ended.resolve()
    await expect(later).resolves.toBe('later')
  })

  test('rejects queries on a tx after its transaction has ended', async () => {
    const site = await createTestSite(database)
    let kept: SiteTx | undefined
    await site.as('administrator', async (tx) => {
      kept = tx
    })
    await expect(kept!.select().from(performances)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('This transaction is over') },
    })
  })

  test('ends a transaction that takes too long', async () => {
    const { websiteId } = await createTestSite(database)
    const scope = { websiteId, role: 'visitor' } as const
    const stuck = inSite(database, scope, () => after(60_000, null, { ref: false }), { timeoutMs: 100 })
    const next = inSite(database, scope, async () => 'next')
    await expect(stuck).rejects.toThrow('stayed open for 100 ms')
    await expect(next).resolves.toBe('next')
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres')

  test('inSite repeats a transaction after a deadlock when the caller allows it', async () => {
    const site = await createTestSite(database)
    const [one, two] = await site.as('administrator', async (tx) => [
      await insertShow(tx, lido),
      await insertShow(tx, lido),
    ])
    const runs = { first: 0, second: 0 }
    const bothHold = Promise.withResolvers<void>()
    const oneIsDone = Promise.withResolvers<void>()
    let holding = 0
    const rename = async (who: keyof typeof runs, ids: string[]) => {
      const scope = { ...site, role: 'administrator' } as const
      const work = async (tx: SiteTx) => {
        // The retry waits for the other transaction, or both could deadlock again.
        if (++runs[who] > 1) await oneIsDone.promise
        for (const id of ids) {
          await tx.update(performances).set({ venue: who }).where(eq(performances.id, id))
          if (++holding === 2) bothHold.resolve()
          await bothHold.promise
        }
      }
      await inSite(database, scope, work, { retry: true })
      oneIsDone.resolve()
    }
    await Promise.all([rename('first', [one!.id, two!.id]), rename('second', [two!.id, one!.id])])
    expect(runs.first + runs.second).toBe(3)
    const venues = await site.as('administrator', (tx) => adminShows(tx))
    expect(new Set(venues.map(({ venue }) => venue)).size).toBe(1)
  })

  test('inSite fails on a deadlock when the callback must not run twice', async () => {
    const site = await createTestSite(database)
    let runs = 0
    const failing = site.as('administrator', (tx) => {
      runs++
      return tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`)
    })
    expect(await failing.catch(errorCode)).toBe('40P01')
    expect(runs).toBe(1)
  })

  test.each([
    ['53100', 'storage-full'],
    ['57014', 'unavailable'],
    ['08006', 'unavailable'],
    ['53300', 'unavailable'],
  ])('SQLSTATE %s becomes the refusal %s', async (code, reason) => {
    const site = await createTestSite(database)
    const failing = site.as('worker', (tx) =>
      tx.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)),
    )
    await expect(failing).rejects.toMatchObject({ name: 'Refusal', reason, cause: expect.anything() })
  })
})
