import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sites as definitions } from '#sites/index.ts'
import { cleanEnvironment, emptyDiskSettings } from '#tests/browser/process.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { firstCases } from '#tests/long-test.ts'

const run = promisify(execFile)
const archive = 'tests/fixtures/old-data/backup.zip'
const about = JSON.parse(readFileSync('tests/fixtures/old-data/about.json', 'utf8'))

async function unpackDataFolder(folder: string): Promise<void> {
  const tar = join(folder, 'data.tar')
  writeFileSync(tar, brotliDecompressSync(readFileSync('tests/fixtures/old-data/data.tar.br')))
  await run('tar', ['-xf', tar, '-C', folder])
}

const restoreBackup = (folder: string) =>
  run(process.execPath, ['src/app/commands/restore.ts', archive], {
    env: { ...cleanEnvironment(), ...emptyDiskSettings, DATA_DIR: join(folder, 'data') },
  })

const sources: [name: string, makeDataFolder: (folder: string) => Promise<unknown>][] = [
  ['a data folder', unpackDataFolder],
  ['a backup', restoreBackup],
]

test.each(firstCases(1, sources))(
  'reads %s of an older version: a sealed order, a download link, a queued job',
  async (_, makeDataFolder) => {
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-old-data-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await makeDataFolder(folder)
    const app = await startOwnersApp({ DATA_DIR: join(folder, 'data'), DEMO: 'off' })
    const askAsOwner = await ownersApi(app, about.owner)
    const website_id = createSiteRegistry(definitions).defaultSite.siteId
    const opened = await askAsOwner('POST', '/api/privacy/decrypt-orders-batch', {
      order_ids: [about.orderId],
      website_id,
    })
    expect(JSON.stringify(opened)).toContain(about.name)
    const link = await (await fetch(`${app.address()}/api/downloads/${about.downloadToken}`)).json()
    const [file] = link.files
    const download = await fetch(`${app.address()}/api/download?token=${about.downloadToken}&file=${file.id}`)
    expect([download.status, await download.text()]).toEqual([200, about.fileText])
    expect(await app.mailTo(about.email, /order/i)).toContain(about.orderNumber)
  },
)
