import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { sites as definitions } from '#sites/index.ts'
import { type App, startApp } from '#tests/browser/harness.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import {
  newKeySealer,
  oldKeySealer,
  openKeyRotationDatabase,
  rotatingSealer,
  websiteIds,
  writeSealedRows,
} from '#tests/faults/rotating.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'

const run = promisify(execFile)

/** Some customers, as their owner reads them. */
async function customersIn(app: App): Promise<string> {
  const ask = await ownersApi(app)
  const { orders } = await ask<{ orders: { id: string }[] }>('GET', '/api/admin/orders')
  const website_id = createSiteRegistry(definitions).defaultSite.siteId
  const order_ids = orders.map(({ id }) => id)
  const opened = await ask('POST', '/api/privacy/decrypt-orders-batch', { order_ids, website_id })
  return JSON.stringify(opened)
}

test('rotates a key of the open embedded database, and prints when the old key may be removed', async () => {
  const first = await startOwnersApp()
  const { folder } = first
  const env = { ...cleanEnvironment(), DATA_DIR: folder }
  const rotate = async () => (await run(process.execPath, ['src/app/commands/rotate-keys.ts'], { env })).stdout
  const linesOf = (name: string) =>
    readFileSync(join(folder, 'secrets', name), 'utf8')
      .trimEnd()
      .split('\n')
  const keys = () => ['data-keys-old', 'data-key'].flatMap(linesOf)
  const restart = () => startApp({ env: { DATA_DIR: folder } })
  const isDone = (app: App) => expect.poll(app.log).toContain('Nothing here needs')
  const written = await customersIn(first)
  expect(written).toContain('@')

  expect(await rotate()).toMatch(/running on its embedded database.*A new data key was made.*Restart it/s)
  const pending = keys()
  expect(await rotate()).toMatch(/It does not know the data key [0-9a-f]{8} yet, so no other one is made\.\nRestart it/)
  expect(keys()).toEqual(pending)
  await first.stop()

  const second = await restart()
  await isDone(second)
  expect(second.log()).toContain('100 % of the sealed values are under the new data key')
  expect(await customersIn(second)).toBe(written)
  expect(await rotate()).toContain('A new data key was made')
  expect(keys()).toEqual([...pending, expect.any(String)])
  await second.stop()

  const last = await restart()
  await isDone(last)
  await last.stop()
  rmSync(join(folder, 'secrets/data-keys-old'))
  expect(await customersIn(await restart())).toBe(written)
})

test('reports a process that still writes with the old key', async () => {
  const { database, rotate } = await openKeyRotationDatabase()
  await verifyAndRecordDataKey(database, websiteIds, rotatingSealer)
  let isOver = false
  const living = (async () => {
    while (!isOver) await writeSealedRows(database, oldKeySealer, 3)
  })()
  const rotation = rotate()
  expect([await rotation.ended, rotation.output()]).toEqual([
    1,
    expect.stringContaining('Values are still being sealed with an'),
  ])
  isOver = true
  await living
  // The old key is still required.
  await expect(verifyAndRecordDataKey(database, websiteIds, newKeySealer)).rejects.toThrow('is missing')
})
