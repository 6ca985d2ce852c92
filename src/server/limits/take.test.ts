import { afterAll, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { forget, take } from '#server/limits/take.ts'
import { copyOfPostgres, newSite } from '#tests/database.ts'

const { urls, remove } = await copyOfPostgres()
const processes = [await openPostgres({ ...urls, poolSize: 3 }), await openPostgres({ ...urls, poolSize: 3 })]
afterAll(async () => {
  for (const process of processes) await process.close()
  await remove()
})

const now = new Date('2026-05-01T12:00:00Z')
const limit = { name: 'of-a-test', most: 7, seconds: 60 }

test('a limit holds over several processes: each has its own connections, and they count together', async () => {
  const { websiteId } = await newSite(processes[0]!)
  const counted = { limit, subject: newId() }
  const tries = Array.from({ length: 40 }, (_, i) =>
    inSite(processes[i % 2]!, { websiteId, role: 'auth_service' }, (tx) => take(tx, counted, now)),
  )
  const taken = await Promise.all(tries)
  expect(taken.filter((one) => one === null)).toHaveLength(limit.most)
  // The first one too many is told apart, once, however many come at the same moment.
  expect(taken.filter((one) => one?.isFirst)).toHaveLength(1)
  await inSite(processes[0]!, { websiteId, role: 'auth_service' }, (tx) => forget(tx, counted))
  const again = await inSite(processes[1]!, { websiteId, role: 'auth_service' }, (tx) => take(tx, counted, now))
  expect(again).toBeNull()
})

test('what one website counts is nothing to another', async () => {
  const sites = [await newSite(processes[0]!), await newSite(processes[1]!)]
  const counted = { limit: { ...limit, most: 1 }, subject: newId() }
  for (const { websiteId } of sites) {
    const once = () => inSite(processes[0]!, { websiteId, role: 'auth_service' }, (tx) => take(tx, counted, now))
    expect(await once()).toBeNull()
    expect(await once()).toEqual({ waitSeconds: 60, isFirst: true })
  }
})
