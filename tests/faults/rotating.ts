import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { messageSealContext } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer, type Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { sites as definitions } from '#sites/index.ts'
import { copyTemplateDatabase } from '#tests/database.ts'

const sites = createSiteRegistry(definitions).all
export const websiteIds = sites.map(({ siteId }) => siteId)
export const firstWebsiteId = websiteIds[0]!
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
export const oldKeySealer = createSealer({ current: oldKey })
export const rotatingSealer = createSealer({ current: newKey, old: [oldKey] })
export const newKeySealer = createSealer({ current: newKey })

/** A database whose values are under one key, and settings that name another. */
export async function openKeyRotationDatabase() {
  const copy = await copyTemplateDatabase()
  const database = await openPostgres({ ...copy.urls, poolSize: 4 })
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-keys-'))
  onTestFinished(async () => {
    await database.close()
    await copy.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  await syncWebsites(database, sites)
  await verifyAndRecordDataKey(database, websiteIds, oldKeySealer)
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
    const child = spawn(process.execPath, ['src/app/commands/rotate-keys.ts'], { env: settings })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
  }
  return { database, rotate }
}

export async function writeSealedRows(database: Database, sealer: Sealer, count: number): Promise<void> {
  await inSite(
    database,
    { websiteId: firstWebsiteId, role: 'visitor' },
    async (tx) => {
      const rows = Array.from({ length: count }, () => {
        const id = newId()
        const content = sealer.seal(messageSealContext(firstWebsiteId, id), `message ${id}`)
        return { id, content, emailIndex: randomBytes(32), receivedAt: new Date() }
      })
      for (let at = 0; at < rows.length; at += 1_000)
        await tx.insert(contactMessages).values(rows.slice(at, at + 1_000))
    },
    { timeoutMs: 60_000 },
  )
}
