import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sites as definitions } from '#sites/index.ts'
import { type App, startApp } from '#tests/browser/harness.ts'
import { cleanEnvironment, emptyDiskSettings } from '#tests/browser/process.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { startPostgres } from '#tests/services/postgres.ts'

const run = promisify(execFile)

/** Decrypted customer data for the owner, and public pages. */
async function publicAnswers(app: App): Promise<unknown[]> {
  const ask = await ownersApi(app)
  // The address belongs to the process, not to the installation.
  const page = async (path: string) => (await (await fetch(app.address() + path)).text()).replaceAll(app.address(), '')
  const { orders } = await ask<{ orders: { id: string }[] }>('GET', '/api/admin/orders?size=50')
  const website_id = createSiteRegistry(definitions).defaultSite.siteId
  const order_ids = orders.map(({ id }) => id)
  const opened = await ask('POST', '/api/privacy/decrypt-orders-batch', { order_ids, website_id })
  expect(JSON.stringify(opened)).toContain('@')
  return [
    orders,
    opened,
    await ask('GET', '/api/admin/shows?size=50'),
    await ask('GET', '/api/admin/gallery?size=50'),
    await page('/tour.ics'),
  ]
}

test('backs up a running installation and restores it with the same content', async () => {
  const first = await startOwnersApp()
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = join(folder, 'backup.zip')
  const command = async (name: string, dataDir: string) =>
    (
      await run(process.execPath, [`src/app/commands/${name}.ts`, archive], {
        env: { ...cleanEnvironment(), ...emptyDiskSettings, DATA_DIR: dataDir },
      })
    ).stdout
  const before = await publicAnswers(first)
  expect(await command('backup', first.folder)).toMatch(/holds \d+ rows, \d+ files and the keys, .* and is whole\./)
  await first.stop()
  const place = join(folder, 'data')
  expect(await command('restore', place)).toContain('Restored as of')
  expect(await publicAnswers(await startApp({ env: { DATA_DIR: place } }))).toEqual(before)
  await expect(command('restore', place)).rejects.toThrow('There is a database in')
})

describe.each(['embedded', 'PostgreSQL'])('on %s', (engine) => {
  test.each([
    ['as the guide makes it', randomBytes(32).toString('hex')],
    ['a phrase', 'the ferry leaves at seven, and nobody is on the quay'],
    ['base64', randomBytes(32).toString('base64')],
    ['base64url', randomBytes(48).toString('base64url')],
  ])('restores an installation with an APP_SECRET in %s without that setting, and starts it', async (_, secret) => {
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const cluster = engine === 'PostgreSQL' ? await startPostgres() : null
    if (cluster) onTestFinished(cluster.stop)
    const placeOf = async (name: string): Promise<Record<string, string>> => {
      await cluster?.run(`create database ${name}`)
      const urls = cluster && { DATABASE_URL: cluster.url(name), DATABASE_OWNER_URL: cluster.ownerUrl(name) }
      return { DATA_DIR: join(folder, name), ...urls }
    }
    const [before, after] = [await placeOf('before'), await placeOf('after')]
    const command = (name: string, env: Record<string, string>) =>
      run(process.execPath, [`src/app/commands/${name}.ts`, join(folder, 'backup.zip')], {
        env: { ...cleanEnvironment(), ...emptyDiskSettings, ...env },
      })
    const first = await startApp({ env: { ...before, APP_SECRET: secret, DEMO: 'off' } })
    await first.stop()
    await expect(command('backup', { ...before, APP_SECRET: 'another'.repeat(6) })).rejects.toThrow(
      /No backup was made: .*APP_SECRET/,
    )
    await command('backup', { ...before, APP_SECRET: secret })
    const { stdout } = await command('restore', after)
    expect(stdout).toMatch(/^Restored as of .*\nA trial start succeeded\. Start with npm start\.\n$/)
    const second = await startApp({ env: { ...after, DEMO: 'off' } })
    expect((await fetch(`${second.address()}/readyz`)).status).toBe(200)
    await second.stop()
  })
})

test('keeps as many automatic backups as BACKUP_KEEP says', async () => {
  const app = await startOwnersApp()
  const kept = join(app.folder, 'kept')
  mkdirSync(kept)
  const older = ['01', '02', '03'].map((day) => `stagedoor-2026-05-${day}T10-20-30Z.zip`)
  for (const name of older) writeFileSync(join(kept, name), '')
  const settings = { DATA_DIR: app.folder, BACKUP_DIR: kept, BACKUP_KEEP: '2' }
  await run(process.execPath, ['src/app/commands/backup.ts'], {
    env: { ...cleanEnvironment(), ...emptyDiskSettings, ...settings },
  })
  const left = readdirSync(kept).sort()
  expect(left).toEqual([older[2], expect.stringMatching(/^stagedoor-.*Z\.zip$/)])
})
