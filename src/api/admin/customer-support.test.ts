import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CustomerAnswer } from '#api/admin/customer-support.ts'
import type { DownloadRow } from '#api/admin/downloads.ts'
import type { Actor } from '#domain/actor.ts'
import { maxTimelineEntries } from '#domain/customer-support/limits.ts'
import { recordActivity } from '#server/activity/record.ts'
import { activityLogs } from '#server/activity/table.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { supportNotesOf, writeNote } from '#server/customer-support/notes.ts'
import { supportNotes } from '#server/customer-support/table.ts'
import { newId } from '#server/db/id.ts'
import { downloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import type { Mail } from '#server/mail/message.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { eraseCustomer } from '#server/privacy/erase.ts'
import { productFiles } from '#server/products/files-table.ts'
import { createTestApi } from '#tests/api.ts'
import { engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { insertFileWithDownloads } from '#tests/fixtures/downloads.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { checkoutRequestFor, checkoutsOf, mailJobsOf, openTestShop } from '#tests/fixtures/payments.ts'

const noon = new Date('2026-05-01T12:00:00Z')
const days = (count: number) => new Date(+noon + count * 86_400_000).toISOString()
const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const shop = await openTestShop(database)
  const contact = { sealer: shop.sealer, blindIndex: shop.keys.blindIndex }

  function apiFor(site: TestSite, actor?: Actor) {
    const owner: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' }
    const context = {
      payments: shop.payments,
      clock: shop.clock,
      site: shop.look,
      contactService: () => ({ ...contact, check: {} as never, publicKey: '' }),
    }
    const { request } = createTestApi(database, site, actor ?? owner, {}, context)
    const post = (path: string, body: object) => request(path, jsonRequest(body), newId())
    return { request, post }
  }

  async function buy(site: TestSite, productId: string, changes: object = {}) {
    const { request, post } = apiFor(site, { kind: 'visitor' })
    const before = new Set((await checkoutsOf(site)).map(({ id }) => id))
    expect((await post('/api/shop/checkout', checkoutRequestFor(productId, changes))).status).toBe(200)
    const checkout = (await checkoutsOf(site)).find(({ id }) => !before.has(id))!
    const delivered = (await shop.deliveredEvents(site, 0)).length
    await shop.sandbox.pay(checkout.sessionId!, 'succeeds')
    const [message] = (await shop.deliveredEvents(site, delivered + 1)).slice(delivered)
    const headers = { 'stripe-signature': message!.signature }
    await request('/api/webhooks/stripe', { method: 'POST', headers, body: message!.body })
  }

  async function newTestSite() {
    const { site, track, bundle } = await shop.newShop()
    await buy(site, track)
    const api = apiFor(site)
    const list = async (search = ''): Promise<{ downloads: DownloadRow[]; total: number }> =>
      (await api.request(`/api/admin/downloads${search}`)).json()
    const [right] = await site.as('administrator', (tx) => tx.select().from(digitalDownloads))
    const [file] = await site.as('administrator', (tx) => tx.select().from(productFiles))
    const happen = (eventType: 'started' | 'completed') =>
      site.as('worker', (tx) =>
        tx.insert(downloadEvents).values({
          downloadId: right!.id,
          productId: track,
          fileId: file!.id,
          eventType,
          createdAt: noon,
        }),
      )
    const takeOften = (times: number) => insertFileWithDownloads(site, track, { completed: times, rightId: right!.id })
    const fail = () =>
      site.as('worker', (tx) =>
        tx.insert(downloadEvents).values({
          downloadId: right!.id,
          productId: track,
          fileId: newId(),
          eventType: 'failed',
          reason: 'connection',
          createdAt: new Date(+noon + 1_000),
        }),
      )
    const logged = () =>
      site.as('administrator', async (tx) =>
        (await tx.select().from(activityLogs)).map(({ resourceType, action }) => `${resourceType} ${action}`),
      )
    const support = async (query: string): Promise<CustomerAnswer> =>
      (await api.request(`/api/admin/customer-support?${query}`)).json()
    return { site, track, bundle, ...api, list, right: right!, happen, fail, takeOften, logged, support }
  }

  test('lists every download right with its state and its last event', async () => {
    const { site, track, list, happen, fail, takeOften, right } = await newTestSite()
    await happen('started')
    await buy(site, track, { email: 'ben@example.com' })
    const { downloads, total } = await list()
    expect(total).toBe(2)
    expect(downloads[1]).toMatchObject({
      id: right.id,
      product: 'Harbour',
      state: 'ready',
      allowed: 5,
      expiresAt: days(30),
      files: [{ name: 'Harbour.mp3', used: 0, left: 5 }],
      lastEvent: { type: 'started', reason: null, at: noon.toISOString() },
    })
    await fail()
    expect((await list('?last=failed')).downloads).toMatchObject([
      { id: right.id, lastEvent: { reason: 'connection' } },
    ])
    expect((await list(`?buyer=${hashOf('ann@example.com')}`)).downloads).toMatchObject([{ id: right.id }])
    expect((await list(`?q=${downloads[1]!.orderNumber.toLowerCase()}`)).downloads).toMatchObject([{ id: right.id }])
    expect((await list('?q=harb&size=1&page=2')).downloads).toMatchObject([{ id: right.id }])
    expect(await list('?q=100%25')).toEqual({ downloads: [], total: 0 })
    expect((await list('?sort=last&direction=down')).downloads[0]).toMatchObject({ id: right.id })
    for (const [state, count] of Object.entries({ ready: 2, 'used-up': 0, expired: 0, withdrawn: 0 }))
      expect((await list(`?state=${state}`)).total, state).toBe(count)
    await takeOften(5)
    expect((await list('?state=used-up')).downloads).toMatchObject([
      { id: right.id, state: 'used-up', files: [{ name: 'song.mp3', used: 5, left: 0 }] },
    ])
  })

  const outdatedArchive = { name: 'Harbour.zip', fileType: 'album', details: { madeFrom: 'earlier tracks' } } as const

  test.each([
    { state: 'ready', other: 'used-up', track: 1, archive: 5 },
    { state: 'used-up', other: 'ready', track: 5, archive: 0 },
  ])('lists a right as $state by its files, without an outdated archive', async ({ state, other, ...used }) => {
    const { site, track, list, right, takeOften } = await newTestSite()
    await takeOften(used.track)
    await insertFileWithDownloads(site, track, { completed: used.archive, rightId: right.id, file: outdatedArchive })
    expect((await list(`?state=${state}`)).downloads).toMatchObject([
      { id: right.id, state, files: [{ name: 'song.mp3', used: used.track, left: 5 - used.track }] },
    ])
    expect((await list(`?state=${other}`)).total).toBe(0)
  })

  test('sorts rights by the downloads of their files, without an outdated archive', async () => {
    const { site, track, list, right, takeOften } = await newTestSite()
    await takeOften(1)
    await insertFileWithDownloads(site, track, { completed: 4, rightId: right.id, file: outdatedArchive })
    await buy(site, track, { email: 'ben@example.com' })
    const { id: other } = (await list()).downloads.find(({ id }) => id !== right.id)!
    await insertFileWithDownloads(site, track, { completed: 2, rightId: other })
    expect((await list('?sort=used&direction=down')).downloads.map(({ id }) => id)).toEqual([other, right.id])
  })

  test('extends, resets, withdraws and restores a download right, and logs each change', async () => {
    const { site, post, right, logged, list, takeOften, support } = await newTestSite()
    const act = async (action: string) => {
      const answer = await post(`/api/admin/downloads/${right.id}`, { action })
      return { status: answer.status, ...(await answer.json()) }
    }
    const linksSent = async () =>
      (await mailJobsOf(database, site)).filter((each) => 'mail' in each && each.mail === 'downloads').length
    expect(await act('extend')).toMatchObject({ expiresAt: days(60) })
    // The right was not withdrawn, so restoring changes and logs nothing.
    expect(await act('restore')).toMatchObject({ status: 200, state: 'ready' })
    await takeOften(5)
    await site.as('administrator', (tx) => tx.update(digitalDownloads).set({ expiresAt: noon }))
    expect((await list('?state=expired')).total).toBe(1)
    expect(await act('resend')).toMatchObject({ status: 409, reason: 'right-expired' })
    const mails = await post(`/api/admin/orders/${right.orderId}/mails`, { mail: 'downloads' })
    expect([mails.status, (await mails.json()).reason]).toEqual([409, 'right-expired'])
    expect(await act('extend')).toMatchObject({ expiresAt: days(30), state: 'used-up' })
    expect(await act('resend')).toMatchObject({ status: 200, state: 'used-up' })
    expect(await act('reset')).toMatchObject({ state: 'ready', files: [{ used: 0, left: 5 }] })
    expect(await site.as('administrator', (tx) => tx.select().from(downloadCounts))).toEqual([])
    expect(await act('withdraw')).toMatchObject({ state: 'withdrawn' })
    for (const action of ['extend', 'reset', 'withdraw', 'resend'])
      expect(await act(action)).toMatchObject({ status: 409, reason: 'right-withdrawn' })
    expect(await linksSent()).toBe(1)
    expect(await act('restore')).toMatchObject({ state: 'ready' })
    expect(await act('resend')).toMatchObject({ status: 200 })
    expect(await linksSent()).toBe(2)
    expect((await logged()).filter((line) => /^download|order mailed/.test(line)).sort()).toEqual([
      'download counted_anew',
      'download extended',
      'download extended',
      'download restored',
      'download withdrawn',
      'order mailed',
      'order mailed',
    ])
    expect((await post(`/api/admin/downloads/${newId()}`, { action: 'reset' })).status).toBe(404)
    const { timeline } = await support(`buyer=${hashOf('ann@example.com')}`)
    const done = timeline.flatMap((each) => (each.kind === 'right' ? each : []))
    expect(done.map(({ action }) => action).sort()).toEqual([
      'counted_anew',
      'extended',
      'extended',
      'restored',
      'withdrawn',
    ])
    expect(done[0]).toMatchObject({ product: 'Harbour', who: { userId: site.userId } })
  })

  test('refuses to restore a download of a cancelled order', async () => {
    const { site, post, right } = await newTestSite()
    expect((await post(`/api/admin/downloads/${right.id}`, { action: 'withdraw' })).status).toBe(200)
    await site.as('checkout', (tx) => tx.update(orders).set({ status: 'cancelled' }))
    const answer = await post(`/api/admin/downloads/${right.id}`, { action: 'restore' })
    expect([answer.status, (await answer.json()).reason]).toEqual([409, 'download-of-cancelled'])
  })

  test('answers 404 for the rights, orders, customers and links of another site', async () => {
    const [here, there] = [await newTestSite(), await newTestSite()]
    const [theirs] = (await there.support(`buyer=${hashOf('ann@example.com')}`)).orders
    for (const action of ['extend', 'reset', 'withdraw', 'restore', 'resend'])
      expect((await here.post(`/api/admin/downloads/${there.right.id}`, { action })).status, action).toBe(404)
    const link = downloadToken(shop.keys, there.site.websiteId, there.right)
    const order = theirs!.number
    for (const [path, body] of [
      ['link', { link }],
      ['links', { order }],
      ['notes', { order, text: 'x' }],
      ['answers', { order, subject: 'x', text: 'x' }],
    ] as const)
      expect((await here.post(`/api/admin/customer-support/${path}`, body)).status, path).toBe(404)
    expect((await here.request(`/api/admin/customer-support?order=${order}`)).status).toBe(404)
    expect((await here.list(`?q=${order}`)).total).toBe(0)
    // The same person bought on both sites; each site knows only its own orders.
    const mine = await here.support(`buyer=${hashOf('ann@example.com')}`)
    expect(mine.downloads.map(({ id }) => id)).toEqual([here.right.id])
    expect((await there.list()).downloads).toMatchObject([{ id: there.right.id, state: 'ready', expiresAt: days(30) }])
    expect(await there.logged()).not.toContain('download extended')
  })

  test('finds a customer by address, order number and link, with one timeline of all events', async () => {
    const { site, right, support, post, happen, fail } = await newTestSite()
    await happen('started')
    await fail()
    const form = { name: 'Ann', email: 'ANN@example.com', subject: 'Help', message: 'It stops.' }
    const check = { once: newId(), expiresAt: new Date(+noon + 60_000) }
    const about = { form, check, site: { name: 'A', locale: 'en-GB' }, to: 'owner@site.example' }
    await site.as('visitor', (tx) => receiveMessage(tx, contact, { ...about, now: new Date(+noon + 2_000) }))
    const query = `buyer=${hashOf('ann@example.com')}`
    const found = await support(query)
    expect(found.timeline.map(({ kind }) => kind)).toEqual(['message', 'download', 'download', 'ordered'])
    expect(found.timeline.slice(1, 3)).toMatchObject([
      { product: 'Harbour', file: null, type: 'failed', reason: 'connection' },
      { product: 'Harbour', file: 'Harbour.mp3', type: 'started' },
    ])
    expect(found.downloads).toMatchObject([{ id: right.id, lastEvent: { type: 'failed' } }])
    const { number } = found.orders[0]!
    expect(await support(`order=${number}`)).toEqual(found)
    const token = downloadToken(shop.keys, site.websiteId, right)
    const link = await post('/api/admin/customer-support/link', { link: `https://site.example/downloads/${token}` })
    expect(await link.json()).toEqual({ order: number })
    for (const wrong of [token.slice(0, -1), `${token.slice(0, -1)}x`, 'https://site.example/'])
      expect((await post('/api/admin/customer-support/link', { link: wrong })).status).toBe(404)
    const { request } = apiFor(site)
    for (const unknown of [`buyer=${hashOf('zoe@example.com')}`, 'order=260501-000000', ''])
      expect((await request(`/api/admin/customer-support?${unknown}`)).status, unknown).toBe(404)
  })

  test('mails an answer, and stores answers and notes sealed until the customer is erased', async () => {
    const { site, support, post, logged } = await newTestSite()
    const buyer = hashOf('ann@example.com')
    const draft = { buyer, subject: 'Your download', text: 'Try again.\n\nIt works now.' }
    expect((await post('/api/admin/customer-support/answers', draft)).status).toBe(200)
    expect((await post('/api/admin/customer-support/notes', { buyer, text: 'Gave them more time.' })).status).toBe(200)
    const { timeline } = await support(`buyer=${buyer}`)
    const who = { userId: site.userId, email: null }
    expect(timeline.filter(({ kind }) => kind === 'note' || kind === 'answer')).toMatchObject([
      { kind: 'note', who, text: 'Gave them more time.' },
      { kind: 'answer', who, subject: 'Your download', text: draft.text },
    ])
    const sent = await site.as('worker', (tx) => tx.select().from(mails))
    const [mail] = sent.map(
      ({ id, content }): Mail => JSON.parse(shop.sealer.open(mailSealContext(site.websiteId, id), content!)),
    )
    expect(mail).toMatchObject({ to: 'ann@example.com', replyTo: 'owner@site.example' })
    expect(mail!.text).toContain('It works now.')
    expect(await logged()).toEqual(expect.arrayContaining(['customer answered', 'customer noted']))
    expect((await post('/api/admin/customer-support/answers', { ...draft, subject: ' ' })).status).toBe(422)
    const zoe = { ...draft, buyer: hashOf('zoe@example.com') }
    expect((await post('/api/admin/customer-support/answers', zoe)).status).toBe(404)

    const [order] = (await support(`buyer=${buyer}`)).orders
    await site.as('checkout', (tx) => tx.update(orders).set({ status: 'cancelled' }))
    const parts = { contact, orders: contact }
    await site.as('administrator', (tx) =>
      eraseCustomer(tx, parts, 'ann@example.com', { userId: site.userId, now: noon }),
    )
    const forgotten = await support(`order=${order!.number}`)
    expect(forgotten).toMatchObject({ isErased: true, orders: [{ number: order!.number }] })
    expect(forgotten.timeline.map(({ kind }) => kind)).not.toContain('note')
    expect(await site.as('administrator', (tx) => tx.select().from(supportNotes))).toEqual([])
    const note = await post('/api/admin/customer-support/notes', { order: order!.number, text: 'x' })
    expect((await note.json()).reason).toBe('no-recipient')
  })

  test('limits each kind of event in the timeline to the newest', async () => {
    const { site, track, right, support } = await newTestSite()
    const many = maxTimelineEntries + 5
    const later = (n: number) => new Date(+noon + n * 1_000)
    const numbers = Array.from({ length: many }, (_, n) => n)
    const emailIndex = contact.blindIndex(site.websiteId, 'ann@example.com')
    const { userId } = site
    await site.as('administrator', async (tx) => {
      for (const n of numbers) {
        const written = { subject: null, text: `note ${n}` }
        await writeNote(tx, shop.sealer, { emailIndex, kind: 'note', written, userId, now: later(n) })
        await recordOrderEvent(tx, right.orderId, { kind: 'note' }, { userId, now: later(n) })
        const change = { resourceType: 'download', resourceId: right.id, action: 'extended' } as const
        await recordActivity(tx, { ...change, resourceName: 'Harbour', userId }, later(n))
      }
    })
    await site.as('worker', (tx) =>
      tx.insert(downloadEvents).values(
        numbers.map((n) => ({
          downloadId: right.id,
          productId: track,
          fileId: newId(),
          eventType: 'paused' as const,
          createdAt: later(n),
        })),
      ),
    )
    const { timeline } = await support(`buyer=${hashOf('ann@example.com')}`)
    const of = (kind: string) => timeline.filter((each) => each.kind === kind)
    const oldest = later(many - maxTimelineEntries).toISOString()
    for (const kind of ['note', 'order', 'download', 'right'])
      expect([of(kind).length, of(kind)[0]!.at, of(kind).at(-1)!.at], kind).toEqual([
        maxTimelineEntries,
        later(many - 1).toISOString(),
        oldest,
      ])
    expect(of('ordered')).toHaveLength(1)
    // An export of personal data has no such limit.
    expect(await site.as('administrator', (tx) => supportNotesOf(tx, shop.sealer, emailIndex))).toHaveLength(many)
  })

  test('mails new download links and invalidates the old ones', async () => {
    const { site, right, post, support, logged } = await newTestSite()
    const [order] = (await support(`buyer=${hashOf('ann@example.com')}`)).orders
    const old = downloadToken(shop.keys, site.websiteId, right)
    // The database holds no usable link.
    expect(right.tokenHash.toString('latin1')).not.toContain(old)
    expect(right.tokenHash.equals(Buffer.from(old, 'base64url'))).toBe(false)
    expect((await post('/api/admin/customer-support/links', { order: order!.number })).status).toBe(200)
    expect((await apiFor(site, { kind: 'visitor' }).request(`/api/downloads/${old}`)).status).toBe(404)
    // An old link still leads support to its order.
    const known = await post('/api/admin/customer-support/link', { link: old })
    expect([known.status, await known.json()]).toEqual([200, { order: order!.number }])
    const fresh = downloadToken(shop.keys, site.websiteId, { id: right.id, linkSerial: right.linkSerial + 1 })
    expect((await post('/api/admin/customer-support/link', { link: fresh })).status).toBe(200)
    expect(await mailJobsOf(database, site)).toContainEqual({ orderId: right.orderId, mail: 'downloads' })
    expect(await logged()).toContain('download reissued')
  })

  test('counts cart additions of digital products only', async () => {
    const { site, track, bundle } = await newTestSite()
    const { post } = apiFor(site, { kind: 'visitor' })
    for (const productId of [track, track, bundle, newId()])
      expect((await post('/api/analytics/cart', { productId, variantId: null })).status).toBe(200)
    const visitor = apiFor(site, { kind: 'visitor' })
    const address = newId()
    const request = (path: string, how: RequestInit) => visitor.request(path, how, address)
    const addition = { productId: track, variantId: null }
    expect((await request('/api/analytics/cart', jsonRequest({ ...addition, session: 'x' }))).status).toBe(422)
    const counted = await site.as('administrator', (tx) => tx.select().from(cartAdditions))
    expect(counted).toEqual([
      { websiteId: site.websiteId, productId: track, day: '2026-05-01', added: 3, isDemo: false },
    ])
    const flood = async () => (await request('/api/analytics/cart', jsonRequest(addition))).status
    const answers = []
    for (let n = 0; n < 62; n++) answers.push(await flood())
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    const [after] = await site.as('administrator', (tx) => tx.select().from(cartAdditions))
    expect(after!.added).toBeLessThanOrEqual(63)
  })
})
