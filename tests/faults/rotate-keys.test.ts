import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createRegistry } from '#domain/sites/registry.ts'
import { contentPlace } from '#server/contact/actions.ts'
import { contactMessages } from '#server/contact/table.ts'
import { noteKeysInUse } from '#server/crypto/keys-in-use.ts'
import { createSealer, type Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { sites as definitions } from '#sites/index.ts'
import { copyOfPostgres } from '#tests/database.ts'

const sites = createRegistry(definitions).all
const websiteIds = sites.map(({ siteId }) => siteId)
const websiteId = websiteIds[0]!
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const before = createSealer({ current: oldKey })
const during = createSealer({ current: newKey, old: [oldKey] })
const after = createSealer({ current: newKey })
const many = 2_000

async function open() {
  const copy = await copyOfPostgres()
  const database = await openPostgres({ ...copy.urls, poolSize: 4 })
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-keys-'))
  onTestFinished(async () => {
    await database.close()
    await copy.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  await syncWebsites(database, sites)
  await noteKeysInUse(database, websiteIds, before)
  const settings = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DATABASE_URL: copy.urls.url,
    DATABASE_OWNER_URL: copy.urls.ownerUrl,
    APP_SECRET: 'a secret of at least thirty-two characters',
    DATA_KEY: newKey.toString('base64'),
    DATA_KEYS_OLD: oldKey.toString('base64'),
  }
  /** `npm run keys:rotate`, as a person would run it. */
  const rotate = () => {
    const child = spawn(process.execPath, ['src/app/rotate-keys.ts'], { env: settings })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) }
  }
  return { database, rotate }
}

async function write(database: Database, sealer: Sealer, count: number): Promise<void> {
  await inSite(
    database,
    { websiteId, role: 'visitor' },
    async (tx) => {
      const rows = Array.from({ length: count }, () => {
        const id = newId()
        const content = sealer.seal(contentPlace(websiteId, id), `message ${id}`)
        return { id, content, emailIndex: randomBytes(32), receivedAt: new Date() }
      })
      for (let at = 0; at < rows.length; at += 1_000)
        await tx.insert(contactMessages).values(rows.slice(at, at + 1_000))
    },
    { longest: 60_000 },
  )
}

/** Opens some of them, or throws. */
async function read(database: Database, sealer: Sealer, most: number): Promise<number> {
  const rows = await inSite(database, { websiteId, role: 'worker' }, (tx) =>
    tx.select().from(contactMessages).orderBy(sql`random()`).limit(most),
  )
  for (const { id, content } of rows) expect(sealer.open(contentPlace(websiteId, id), content)).toBe(`message ${id}`)
  return rows.length
}

const underOldKey = (database: Database) =>
  inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    const found = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from contact_messages
          where substring(content from 2 for 4) = decode(${before.currentKey}, 'hex')`,
    )
    return found.rows[0]!.n
  })

test('keys are changed while visitors write and the owner reads, also when the command dies on the way', async () => {
  const { database, rotate } = await open()
  await write(database, before, many)
  // Before any process has started with the new key, the command touches nothing.
  const early = rotate()
  expect([await early.ended, early.said()]).toEqual([0, expect.stringContaining('Restart every process')])
  expect(await underOldKey(database)).toBe(many)
  await noteKeysInUse(database, websiteIds, during)

  let [isOver, written, reads] = [false, 0, 0]
  const living = (async () => {
    while (!isOver) {
      await write(database, during, 3)
      written += 3
      reads += await read(database, during, 50)
    }
  })()
  const first = rotate()
  await expect.poll(first.said, { interval: 1, timeout: 60_000 }).toContain(`10 % of ${many}`)
  first.child.kill('SIGKILL')
  await first.ended
  const left = await underOldKey(database)
  expect(left).toBeGreaterThan(0)
  await expect(noteKeysInUse(database, websiteIds, after)).rejects.toThrow('not here')

  const second = rotate()
  expect([await second.ended, second.said()]).toEqual([0, expect.stringContaining(`100 % of ${left}`)])
  isOver = true
  await living
  expect(reads).toBeGreaterThan(100)
  expect(second.said()).toContain('Nothing here needs DATA_KEYS_OLD any more')
  expect(await underOldKey(database)).toBe(0)
  await noteKeysInUse(database, websiteIds, after)
  expect(await read(database, after, 100_000)).toBe(many + written)

  const third = rotate()
  expect([await third.ended, third.said()]).toEqual([0, expect.stringContaining('openssl rand')])
})
