import { afterAll, expect, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { createSharedCache } from '#server/cache/shared-cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { keepSiteRegistryCurrent } from '#server/hosted-sites/registry-updates.ts'
import { copyTemplateDatabase } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

const { urls, remove } = await copyTemplateDatabase()
const closing: (() => Promise<unknown>)[] = [remove]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** What a process has: its sites, and a cache that it shares with the others. */
async function newProcess() {
  const database = await openPostgres({ ...urls, poolSize: 2 })
  const sites = createSiteRegistry([minimalSite({ isDefault: true }, 'musician')])
  const cache = createSiteCache()
  const invalidated: string[] = []
  cache.onInvalidate((what) => invalidated.push(what ? `${what.websiteId} ${what.tag}` : 'all'))
  const reload = keepSiteRegistryCurrent({ database, sites, cache, report: (error) => console.error(error) })
  const shared = createSharedCache(cache, { database, report: () => {} })
  closing.push(async () => {
    await shared.close()
    await database.close()
  })
  await expect.poll(() => invalidated).toContain('all')
  return { sites, reload, invalidated }
}

const newSite = () => {
  const websiteId = newId()
  const host = `${websiteId}.example`
  const insert = `insert into websites (website_id, name) values ('${websiteId}', 'New');
    insert into hosted_sites (website_id, starter, name, created_at) values ('${websiteId}', 'musician', 'New', now());
    insert into site_hosts values ('${host}', '${websiteId}', true, now(), now(), 'person');`
  const notify = `select pg_notify('stagedoor_cache', 'transaction ${websiteId} hosts');`
  return { websiteId, host, insert, notify }
}

test('every process serves a new site as soon as its transaction is committed', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  const { websiteId, host, insert, notify } = newSite()
  await runStatementOn(urls.ownerUrl, `begin; ${insert} ${notify} commit`)
  for (const { sites } of [here, there])
    await expect.poll(() => sites.siteForHost(host)).toMatchObject({ siteId: websiteId, name: 'New' })
  expect(there.invalidated).toContain(`${websiteId} site`)
})

test('a process reloads the sites after its notification channel reconnects', async () => {
  const { sites } = await newProcess()
  const { host, insert } = newSite()
  await runStatementOn(urls.ownerUrl, insert)
  expect(sites.siteForHost(host)).toBeNull()
  await runStatementOn(
    urls.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'stagedoor-cache' and datname = current_database()`,
  )
  await expect.poll(() => sites.siteForHost(host)).not.toBeNull()
})

test('a reload sees everything committed before its call, also during an earlier reload', async () => {
  const { sites, reload } = await newProcess()
  const { host, insert } = newSite()
  const earlier = reload()
  await runStatementOn(urls.ownerUrl, insert)
  await reload()
  expect(sites.siteForHost(host)).not.toBeNull()
  await earlier
})
