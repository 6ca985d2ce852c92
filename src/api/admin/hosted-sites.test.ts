import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HostedSiteAnswer } from '#api/admin/hosted-site-details.ts'
import type { SiteEnvironment } from '#api/env.ts'
import type { Actor } from '#domain/actor.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { hostedSiteTexts, hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'
import { acceptInvitation, addAdministrator } from '#server/accounts/access.ts'
import { grantPlatformAccess, revokePlatformAccess } from '#server/accounts/platform-access.ts'
import { userWebsiteAccess } from '#server/accounts/table.ts'
import { dataKeys } from '#server/crypto/table.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { hostedSites } from '#server/hosted-sites/table.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts, tokenInMail } from '#tests/fixtures/accounts.ts'
import { startDnsServer } from '#tests/fixtures/dns.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { testHosting } from '#tests/fixtures/hosting.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)

  type Person = { hasAccess?: boolean; authenticatedBy?: 'session' | 'token' }

  /** A person with platform access on a website of `sites/`, and what their process serves. */
  async function newPlatform(
    { hasAccess = true, authenticatedBy = 'session' }: Person = {},
    environment: Partial<SiteEnvironment> = {},
  ) {
    const site = await createTestSite(database)
    const { userId, email } = await accounts.newUser(site, { administers: true })
    if (hasAccess) await site.as('auth_service', (tx) => grantPlatformAccess(tx, email, noon))
    const software = minimalSite({ siteId: newId(), domain: `${newId()}.example`, name: 'Setlight' }, 'software')
    const archived: string[] = []
    const hosting = {
      ...testHosting(database, { siteId: site.websiteId }, [software]),
      archive: async (websiteId: string) => void archived.push(websiteId),
    }
    const actor: Actor = {
      kind: 'administrator',
      userId,
      sessionId: newId(),
      authenticatedBy,
      ...(hasAccess && { hasPlatformAccess: true }),
    }
    const api = createTestApi(database, site, actor, environment, { hosting, accounts: { ...accounts } })
    const ask = async <T = HostedSiteAnswer>(method: string, path: string, body?: object, confirmed = true) => {
      const headers = { origin: 'http://localhost', ...(confirmed && api.confirmed()) }
      const answer = await api.request(
        `/api/admin/sites${path}`,
        body ? jsonRequest(body, { method, headers }) : { method, headers },
      )
      return { status: answer.status, body: (await answer.json()) as T & { reason?: string; fields?: object } }
    }
    const wanted = (changes: object = {}) => {
      const word = randomBytes(4).toString('hex')
      const typed = { name: 'Harbour Lights', starter: 'musician', designOf: null }
      return { ...typed, host: `${word}.example`, ownerEmail: `${word}@example.com`, ...changes }
    }
    const create = async (changes: object = {}) => {
      const sent = wanted(changes)
      const { status, body } = await ask<{ websiteId: string }>('POST', '', sent)
      expect([status, body]).toEqual([201, { websiteId: expect.any(String) }])
      return { ...sent, websiteId: body.websiteId }
    }
    return { site, userId, email, ask, wanted, create, hosting, archived }
  }

  const inside = (websiteId: string) => ({
    websiteId,
    as: <T>(role: 'administrator' | 'worker' | 'auth_service' | 'visitor', work: Parameters<typeof inSite<T>>[2]) =>
      inSite(database, { websiteId, role, userId: newId() }, work),
  })

  test('creates a website that is served at once, with keys and an invitation for its owner', async () => {
    const { ask, create, hosting, userId } = await newPlatform()
    const { websiteId, host, ownerEmail } = await create({ host: 'Bänd-of-one.example' }).catch(() =>
      create({ host: `bänd-${newId()}.example` }),
    )
    const starter = hosting.sites.siteOf(websiteId)!
    expect(starter).toMatchObject({ folder: 'musician', name: 'Harbour Lights', isDefault: false })
    const { as } = inside(websiteId)
    const { site } = await as('visitor', (tx) => readCurrentSite(tx, starter))
    expect(site).toMatchObject({ name: 'Harbour Lights', tagline: 'Music, shows and news' })
    expect(await as('worker', (tx) => tx.select({ keyId: dataKeys.keyId }).from(dataKeys))).toHaveLength(1)
    expect(await as('administrator', (tx) => tx.select().from(siteVersions))).toMatchObject([
      { number: 1, state: 'published', publishedBy: userId },
    ])
    const [mail] = await accounts.mailsOf({ websiteId })
    expect(mail).toMatchObject({ to: ownerEmail, subject: 'You are invited to manage Harbour Lights' })
    expect(mail!.text).toContain(`https://${starter.domain}/admin/sign-up`)
    expect(starter.domain).toMatch(/^xn--/)
    const { body } = await ask('GET', `/${websiteId}`)
    expect(body).toMatchObject({
      state: 'open',
      isInFolder: false,
      administrators: 0,
      invitedUntil: expect.any(String),
      hosts: [{ shown: host.toLowerCase(), isMain: true, confirmation: null }],
    })
    expect(JSON.stringify(body)).not.toContain(ownerEmail)
  })

  test('gives the invited owner access; platform access cannot invite anybody else', async () => {
    const { ask, create } = await newPlatform()
    const { websiteId, ownerEmail } = await create()
    const again = await ask('POST', `/${websiteId}/invite`, { ownerEmail })
    expect(again.status).toBe(200)
    const invitation = tokenInMail((await accounts.mailsOf({ websiteId })).at(-1))
    const form = { email: ownerEmail, password: 'Night-Ferry 7!', confirmPassword: 'Night-Ferry 7!', invitation }
    await acceptInvitation(accounts.authContextAt({ websiteId }, { now }), form)
    expect((await ask('GET', `/${websiteId}`)).body).toMatchObject({ administrators: 1, invitedUntil: null })
    expect(await ask('POST', `/${websiteId}/invite`, { ownerEmail: 'other@example.com' })).toMatchObject({
      status: 409,
      body: { reason: 'has-administrator' },
    })
  })

  test('gives an owner with an account access at once, and none to platform access', async () => {
    const { ask, create, email, userId, site } = await newPlatform()
    const { websiteId } = await create()
    const access = () => inside(websiteId).as('auth_service', (tx) => tx.select().from(userWebsiteAccess))
    expect(await access()).toEqual([])
    await ask('POST', `/${websiteId}/invite`, { ownerEmail: email })
    expect(await access()).toMatchObject([{ userId, grantedBy: userId }])
    expect((await ask('GET', `/${site.websiteId}`)).body).toMatchObject({ isInFolder: true, isHere: true })
  })

  test.each<[string, (taken: string) => string, string]>([
    ['that another website has', (taken) => taken.toUpperCase(), hostProblemTexts.taken],
    ['of a website of sites/', () => 'site.example', hostProblemTexts.taken],
    ['with a port', () => 'band.example:3000', hostProblemTexts.port],
    ['that is an IP address', () => '203.0.113.7', hostProblemTexts.ip],
  ])('refuses a host %s, beside its field', async (_, host, sentence) => {
    const { ask, wanted, create } = await newPlatform()
    const taken = (await create()).host
    expect(await ask('POST', '', wanted({ host: host(taken) }))).toMatchObject({
      status: 422,
      body: { reason: 'invalid', fields: { host: sentence } },
    })
  })

  test('refuses an unknown starter, a missing name and an invalid host with a message for each field', async () => {
    const { ask, wanted } = await newPlatform()
    const fieldsOf = async (changes: object) => (await ask('POST', '', wanted(changes))).body.fields
    expect(await fieldsOf({ starter: '../musician' })).toEqual({ starter: hostedSiteTexts.unknownStarter })
    expect(await fieldsOf({ name: ' ' })).toEqual({ name: expect.any(String) })
    expect(await fieldsOf({ ownerEmail: 'nobody' })).toEqual({ ownerEmail: expect.any(String) })
  })

  test('creates one website when two users request the same host at the same time', async () => {
    const [one, other] = [await newPlatform(), await newPlatform()]
    const host = `${newId()}.example`
    const answers = await Promise.all(
      [one, other, one, other].map(({ ask, wanted }) => ask('POST', '', wanted({ host }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
    const refused = answers.filter(({ status }) => status === 422).map(({ body }) => body.fields)
    expect(refused).toEqual(refused.map(() => ({ host: hostProblemTexts.taken })))
  })

  test('copies the design, not the content, of a website that the user administers', async () => {
    const { ask, wanted, create, userId, email, hosting } = await newPlatform()
    const { websiteId: source } = await create({ starter: 'software' })
    const design: SiteDocument = { style: { fonts: 'ballad', radius: 12 } }
    const copy = () => ask<{ websiteId: string }>('POST', '', wanted({ starter: '', designOf: source }))
    expect(await copy()).toMatchObject({ status: 403, body: { reason: 'no-design' } })
    const { as } = inside(source)
    await as('auth_service', (tx) =>
      addAdministrator(tx, { now }, { userId, email, grantedBy: null, action: 'granted' }),
    )
    await as('administrator', async (tx) => {
      const [published] = await tx.select().from(siteVersions)
      await tx.update(siteVersions).set({ document: { ...published!.document, ...design } })
    })
    const { status, body } = await copy()
    expect(status).toBe(201)
    expect(hosting.sites.siteOf(body.websiteId)).toMatchObject({ folder: 'software' })
    const [made] = await inside(body.websiteId).as('administrator', (tx) => tx.select().from(siteVersions))
    expect(made!.document).toMatchObject({ ...design, identity: { name: 'Harbour Lights' } })
  })

  test('serves a host once its DNS is verified or it is confirmed, and has one main host', async () => {
    const dns = await startDnsServer()
    const goingLive = {
      publicAddresses: { v4: ['203.0.113.7'], v6: [], name: null },
      dnsServers: [dns.server],
      mail: null,
      tls: { port: 443 },
    }
    const { ask, create, hosting } = await newPlatform({}, { goingLive })
    const { websiteId, host } = await create()
    const at = (name: string, action: string) => `/${websiteId}/hosts/${name}${action}`
    const check = () => ask<{ state: string }>('POST', at(host, '/check'), undefined, false)
    expect((await check()).body).toMatchObject({ state: 'todo' })
    expect(hosting.sites.siteForHost(host)).toBeNull()
    dns.zone[host] = { A: ['203.0.113.7'] }
    expect((await check()).body).toMatchObject({ state: 'ok', site: { hosts: [{ confirmation: 'dns' }] } })
    expect(hosting.sites.siteForHost(host)).toMatchObject({ siteId: websiteId })

    const second = `www.${host}`
    expect((await ask('POST', `/${websiteId}/hosts`, { host: second })).status).toBe(201)
    expect((await ask('POST', `/${websiteId}/hosts`, { host })).body.fields).toEqual({ host: hostProblemTexts.own })
    expect(await ask('POST', at(second, '/main'))).toMatchObject({ status: 409, body: { reason: 'host-unconfirmed' } })
    await ask('POST', at(second, '/confirm'))
    const { body } = await ask('POST', at(second, '/main'))
    expect(body.hosts.map(({ host, isMain, confirmation }) => [host, isMain, confirmation])).toEqual([
      [second, true, 'person'],
      [host, false, 'dns'],
    ])
    expect(hosting.sites.siteOf(websiteId)).toMatchObject({ domain: second, hosts: [host] })
    expect(await ask('DELETE', at(second, ''))).toMatchObject({ status: 409, body: { reason: 'main-host' } })
    expect((await ask('DELETE', at(host, ''))).status).toBe(200)
    expect(hosting.sites.siteForHost(host)).toBeNull()
    expect((await ask('DELETE', at(host, ''))).status).toBe(404)
  })

  test('suspends, resumes, archives and deletes, and restores a website', async () => {
    const { ask, create, hosting, archived, site } = await newPlatform()
    const { websiteId } = await create()
    expect((await ask('POST', `/${websiteId}/suspend`)).body.state).toBe('suspended')
    expect(hosting.sites.isClosed(websiteId)).toBe(true)
    expect((await ask('POST', `/${websiteId}/resume`)).body.state).toBe('open')
    const { body } = await ask('POST', `/${websiteId}/delete`)
    expect(body).toMatchObject({ state: 'deleted', deleteAfter: '2026-05-31T12:00:00.000Z' })
    expect([archived, hosting.sites.isClosed(websiteId)]).toEqual([[websiteId], true])
    expect((await ask('POST', `/${websiteId}/restore`)).body).toMatchObject({ state: 'open', deleteAfter: null })
    expect((await accounts.activityOf({ websiteId })).filter((action) => !action.startsWith('invited'))).toEqual([
      ...['published', 'created', 'suspended', 'resumed', 'deleted', 'restored'],
    ])
    for (const action of ['suspend', 'delete'])
      expect(await ask('POST', `/${site.websiteId}/${action}`)).toMatchObject({ body: { reason: 'site-in-use' } })
    const software = hosting.sites.inFolders[1]!.siteId
    expect((await ask('POST', `/${software}/delete`)).status).toBe(404)
  })

  test('does not delete a website when its archive cannot be made', async () => {
    const { ask, create, hosting } = await newPlatform()
    const { websiteId } = await create()
    hosting.archive = () => Promise.reject(new Error('the disk is full'))
    expect(await ask('POST', `/${websiteId}/delete`)).toMatchObject({ body: { reason: 'backup-failed' } })
    expect((await ask('GET', `/${websiteId}`)).body.state).toBe('open')
  })

  test('lists the websites by name and host, a page at a time', async () => {
    const { ask, create } = await newPlatform()
    const word = randomBytes(4).toString('hex')
    const first = await create({ name: `Ada ${word}` })
    const second = await create({ host: `berta-${word}.example` })
    type List = { sites: { websiteId: string; host: string }[]; total: number; inFolders: { name: string }[] }
    const { body } = await ask<List>('GET', `?q=${word}&sort=name&direction=up`)
    expect(body).toMatchObject({ total: 2, sites: [{ websiteId: first.websiteId }, { host: second.host }] })
    expect(body.inFolders.map(({ name }) => name)).toEqual(['Example', 'Setlight'])
    expect((await ask<List>('GET', `?q=${word}&state=deleted`)).body.total).toBe(0)
  })

  test.each<[string, Person]>([
    ['an administrator without platform access', { hasAccess: false }],
    ['a bearer token', { authenticatedBy: 'token' }],
  ])('refuses %s', async (_, person) => {
    const { ask, wanted } = await newPlatform(person)
    expect(await ask('GET', '')).toMatchObject({ status: 403, body: { reason: 'not-allowed' } })
    expect(await ask('POST', '', wanted())).toMatchObject({ status: 403, body: { reason: 'not-allowed' } })
  })

  test('requires a confirmation and refuses a user whose platform access was just revoked', async () => {
    const { ask, wanted, email, site } = await newPlatform()
    expect(await ask('POST', '', wanted(), false)).toMatchObject({ body: { reason: 'confirmation-required' } })
    await site.as('auth_service', (tx) => revokePlatformAccess(tx, email))
    const before = await site.as('worker', (tx) => tx.select().from(hostedSites))
    expect(await ask('POST', '', wanted())).toMatchObject({ status: 403, body: { reason: 'not-allowed' } })
    expect(await site.as('worker', (tx) => tx.select().from(hostedSites))).toHaveLength(before.length)
  })
})
