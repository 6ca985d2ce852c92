import { afterAll, expect, test } from 'vitest'
import type { HostedSiteAnswer } from '#api/admin/hosted-site-details.ts'
import { owner } from '#tests/journeys/owner.ts'
import { openHttpClient } from '#tests/scale/browser.ts'
import { confirmationHeaders, signInClient } from '#tests/scale/client-actions.ts'
import { openFleet } from '#tests/scale/fleet.ts'
import type { FleetProcess } from '#tests/scale/fleet-process.ts'
import { openProxy } from '../../chaos/proxy.ts'

/** Two processes on one PostgreSQL; the second reaches it through a proxy that can be cut. */
const fleet = await openFleet({ DEMO: 'off' })
const direct = new URL(fleet.database.url('stagedoor'))
const line = await openProxy(Number(direct.port))
const first = await fleet.web()
await fleet.grantPlatformAccess()
const second = await fleet.web({ DATABASE_URL: direct.href.replace(direct.port, String(line.port)) })
afterAll(async () => {
  await second.stop()
  await line.close()
})

const admin = await signInClient(openHttpClient({ port: () => first.port }))

async function change(method: string, path: string, body?: object): Promise<HostedSiteAnswer> {
  const headers = await confirmationHeaders(admin, owner.password)
  const answer = await admin.ask(`/api/admin/sites${path}`, { method, headers, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json()
}

/** Status and title of the home page of a host, as this process serves it. */
async function seenAt({ port }: FleetProcess, host: string): Promise<string> {
  const { status, text } = await openHttpClient({ host, port: () => port }).ask('/', {
    headers: { accept: 'text/html' },
  })
  const [, title = ''] = /<title>([^<·|–-]*)/.exec(text) ?? []
  return `${status} ${title.trim()}`
}
const seen = async (host: string) => [await seenAt(first, host), await seenAt(second, host)]

const unknown = '421 No website here'
const newSite = { starter: 'musician', designOf: null, ownerEmail: 'ada@harbour.example' }

async function createSite(name: string, host: string): Promise<string> {
  const { websiteId } = await change('POST', '', { ...newSite, name, host })
  await change('POST', `/${websiteId}/hosts/${host}/confirm`)
  return websiteId
}

test('a process serves site changes of another process without a restart', async () => {
  const [host, later] = ['harbour.example', 'lights.example']
  expect(await seen(host)).toEqual([unknown, unknown])
  const { websiteId } = await change('POST', '', { ...newSite, name: 'Harbour Lights', host })
  expect(await seen(host)).toEqual([unknown, unknown])
  await change('POST', `/${websiteId}/hosts/${host}/confirm`)
  // The process that was asked serves it before it answers.
  expect(await seenAt(first, host)).toBe('200 Harbour Lights')
  await expect.poll(() => seen(host)).toEqual(['200 Harbour Lights', '200 Harbour Lights'])

  await change('POST', `/${websiteId}/hosts`, { host: later })
  await change('POST', `/${websiteId}/hosts/${later}/confirm`)
  await change('POST', `/${websiteId}/hosts/${later}/main`)
  await change('DELETE', `/${websiteId}/hosts/${host}`)
  await expect.poll(() => seen(later)).toEqual(['200 Harbour Lights', '200 Harbour Lights'])
  await expect.poll(() => seen(host)).toEqual([unknown, unknown])

  await change('POST', `/${websiteId}/suspend`)
  await expect.poll(() => seen(later)).toEqual(['503 Closed', '503 Closed'])
  await change('POST', `/${websiteId}/resume`)
  await expect.poll(() => seen(later)).toEqual(['200 Harbour Lights', '200 Harbour Lights'])
})

test('a process serves changes made while it could not reach the database, once it can', async () => {
  const [kept, gone, made] = ['kept.example', 'gone.example', 'made.example']
  await createSite('Kept', kept)
  const closed = await createSite('Gone', gone)
  await expect.poll(() => seen(kept)).toEqual(['200 Kept', '200 Kept'])
  await expect.poll(() => seen(gone)).toEqual(['200 Gone', '200 Gone'])
  line.set({ kind: 'down' })
  await createSite('Made', made)
  await change('POST', `/${closed}/suspend`)
  // It knows nothing of either, and what it has, it goes on serving.
  expect([await seenAt(second, made), await seenAt(second, gone)]).toEqual([unknown, '200 Gone'])
  expect(await seenAt(second, kept)).toBe('200 Kept')
  line.set({ kind: 'none' })
  await expect.poll(() => seen(made)).toEqual(['200 Made', '200 Made'])
  await expect.poll(() => seen(gone)).toEqual(['503 Closed', '503 Closed'])
  expect(await seen(kept)).toEqual(['200 Kept', '200 Kept'])
})

test('a process reloads the sites after its LISTEN connection was cut', async () => {
  const host = 'quiet.example'
  const { websiteId } = await change('POST', '', { ...newSite, name: 'Quiet', host })
  expect(await seen(host)).toEqual([unknown, unknown])
  await fleet.database.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stagedoor-cache'`,
  )
  await change('POST', `/${websiteId}/hosts/${host}/confirm`)
  await expect.poll(() => seen(host)).toEqual(['200 Quiet', '200 Quiet'])
})
