import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderEventText } from '#domain/orders/events.ts'
import { startApp, visit } from '#tests/browser/harness.ts'
import { ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

test('starts without a lost data key when the setting allows it; orders remain, without customer data', async () => {
  const whole = await startOwnersApp()
  const file = join(whole.folder, 'secrets/data-key')
  const key = readFileSync(file, 'utf8')
  await whole.stop()
  const start = (env: Record<string, string> = {}) => startApp({ env: { DATA_DIR: whole.folder, ...env } })
  writeFileSync(file, `${Buffer.alloc(32, 'another').toString('base64')}\n`)
  const refused = await start().catch((error: Error) => error.message)
  const id = /its id is ([0-9a-f]{8})\)/.exec(String(refused))?.[1]
  expect(id).toBeDefined()

  const without = await start({ DATA_KEYS_LOST: id! })
  const browser = await ownersBrowser(without)
  const page = await visit(without, { path: '/admin/orders', browser, expected: [/409: POST .*\/mails/] })
  const rows = page.locator('tbody').getByRole('row')
  await expect.poll(() => rows.count()).toBe(10)
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows.first().getByText('the data key that it was encrypted with is missing').waitFor()
  await page.goto((await rows.first().getByRole('link').first().getAttribute('href'))!)
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
  await page.getByText('Decryption API error: the data key that it was encrypted with is missing').waitFor()
  await page.getByText('Subtotal').first().waitFor()
  const confirmations = page.getByText(orderEventText({ kind: 'mail', mail: 'confirmation' }, String))
  const mailedBefore = await confirmations.count()
  await page.getByRole('button', { name: 'Send confirmation again' }).click()
  await page.getByText('The buyer’s data cannot be read, so no mail can be sent.').waitFor()
  await page.reload()
  await page.getByText('Subtotal').first().waitFor()
  expect(await confirmations.count()).toBe(mailedBefore)
  expect((await fetch(`${without.address()}/shop`)).status).toBe(200)
  await without.stop()

  writeFileSync(file, key)
  const again = await start({ DATA_KEYS_OLD: Buffer.alloc(32, 'another').toString('base64') })
  const found = await visit(again, { path: '/admin/orders', browser })
  await found.getByRole('button', { name: 'Show customers' }).click()
  await found.locator('tbody').getByRole('row').first().getByText(/@/).waitFor()
})

test('starts with its APP_SECRET, without it only when it is declared lost, and then with the new one', async () => {
  const whole = await startOwnersApp()
  const file = join(whole.folder, 'secrets/app-secret')
  const secret = readFileSync(file, 'utf8')
  await whole.stop()
  const start = (env: Record<string, string> = {}) => startApp({ env: { DATA_DIR: whole.folder, ...env } })
  writeFileSync(file, `${Buffer.alloc(32, 'another').toString('base64url')}\n`)
  const idIn = async () =>
    /its id is ([0-9a-f]{8})\)/.exec(String(await start().catch((error: Error) => error.message)))
  const [, id] = (await idIn())!
  writeFileSync(file, secret)
  await (await start()).stop()

  writeFileSync(file, `${Buffer.alloc(32, 'another').toString('base64url')}\n`)
  await (await start({ APP_SECRETS_LOST: id! })).stop()
  await (await start()).stop()
  writeFileSync(file, secret)
  expect((await idIn())?.[1]).not.toBe(id)
})
