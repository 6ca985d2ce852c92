import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpClient } from '#tests/scale/browser.ts'
import { startFleetProcess, stopAll, waitUntilReady } from '#tests/scale/fleet-process.ts'
import { startPostgres } from '#tests/services/postgres.ts'

/** More in the full run. */
const starts = Number(process.env.STARTS ?? 4)

test(`${starts} processes that start together on an empty database get ready and create everything once`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-starting-'))
  const cluster = await startPostgres()
  onTestFinished(async () => {
    await stopAll()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await cluster.run('create database stagedoor')
  const env = {
    DATABASE_URL: cluster.url('stagedoor'),
    DATABASE_OWNER_URL: cluster.ownerUrl('stagedoor'),
    DATA_DIR: folder,
    DATABASE_POOL: '4',
    OWNER_EMAIL: 'owner@marlowquay.example',
  }
  const members = await Promise.all(Array.from({ length: starts }, () => startFleetProcess('main', env)))
  await Promise.all(members.map(waitUntilReady))

  const asOwner = new pg.Client({ connectionString: cluster.ownerUrl('stagedoor') })
  await asOwner.connect()
  onTestFinished(() => asOwner.end())
  const ask = async (query: string) => (await asOwner.query(query)).rows
  const steps = readdirSync('migrations').filter((name) => name.endsWith('.sql')).length
  expect(await ask('select count(*)::int as steps from drizzle.__drizzle_migrations')).toEqual([{ steps }])
  for (const twice of [
    'select from performances group by website_id, slug having count(*) > 1',
    'select from announcements group by website_id, title having count(*) > 1',
    'select from products group by website_id, name having count(*) > 1',
    'select from gallery_images group by website_id, picture_id having count(*) > 1',
    'select from orders group by website_id, checkout_id having count(*) > 1',
  ])
    expect(await ask(twice), twice).toEqual([])
  expect(await ask('select count(*)::int as made from users')).toEqual([{ made: 1 }])
  // One has created the owner and prints the password; it is valid at all of them, so their secrets are the same.
  const passwords = members.flatMap(({ log }) => /with the password (\S+)/.exec(log())?.[1] ?? [])
  expect(passwords).toHaveLength(1)
  const browser = openHttpClient({ port: () => members[0]!.port })
  const body = { email: 'owner@marlowquay.example', password: passwords[0] }
  expect((await browser.ask('/api/auth/sign-in', { body })).status).toBe(200)
  const headers = { cookie: browser.cookies() }
  for (const { port } of members) {
    const { status } = await openHttpClient({ port: () => port }).ask('/api/admin/orders', { headers })
    expect(status).toBe(200)
  }
})
