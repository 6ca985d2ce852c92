import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createTestApi } from '#tests/api.ts'
import { copyTemplateDatabase, type TestSite } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import {
  checkoutRequestFor,
  checkoutsOf,
  eventOf,
  mailJobsOf,
  openTestShop,
  sessionObject,
  shopRecordsOf,
  signWebhookEvent,
} from '#tests/fixtures/payments.ts'

/** Where the connection breaks: before the database receives the commit, or after it, before the answer arrives. */
const places = ['on its way', 'when it is done'] as const
type Place = (typeof places)[number]

const copy = await copyTemplateDatabase()
const line = await openLine(Number(new URL(copy.urls.url).port))
const throughLine = new URL(copy.urls.url)
throughLine.port = String(line.port)
const database = await openPostgres({ url: throughLine.href, ownerUrl: copy.urls.ownerUrl, poolSize: 4 })
afterAll(async () => {
  await database.close()
  await line.close()
  await copy.remove()
})
const shop = await openTestShop(database)

function apiFor(site: TestSite) {
  const needs = { payments: shop.payments, clock: shop.clock, site: shop.look }
  const api = createTestApi(database, site, { kind: 'visitor' }, {}, needs)
  return {
    begin: (request: object) => api.request('/api/shop/checkout', jsonRequest(request), newId()),
    tell: ({ body, signature }: ReturnType<typeof signWebhookEvent>) => {
      const headers = { 'stripe-signature': signature }
      return api.request('/api/webhooks/stripe', { method: 'POST', headers, body }, newId())
    },
  }
}

describe.each(places)('the connection to the database breaks at a commit, %s', (place) => {
  test('a checkout can be retried after any commit; the same key makes one payment and one hold', async () => {
    let cuts = 0
    for (let nth = 1; cuts === nth - 1; nth++) {
      const { site, record } = await shop.newShop(3)
      const [api, request] = [apiFor(site), checkoutRequestFor(record)]
      line.cutAtCommit(nth, place)
      const first = await api.begin(request)
      if (line.mended().wasCut) {
        cuts++
        expect(await answerOf(first)).toMatchObject({ status: 503, reason: 'unavailable' })
        expect((await checkoutsOf(site)).length).toBeLessThanOrEqual(1)
        expect((await shopRecordsOf(site, record)).held).toBe((await checkoutsOf(site)).length)
      } else expect(first.status).toBe(200)
      const again = await answerOf(await api.begin(request))
      const [made, ...more] = await checkoutsOf(site)
      expect(more).toEqual([])
      expect(again).toMatchObject({ status: 200, reference: made!.reference })
      expect(again.redirectTo).toBe(`http://localhost/sandbox/${made!.sessionId}`)
      expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 3, held: 1, orders: [] })
    }
    // The commits of reading the site, the counted attempt, the hold, and the payment session.
    expect(cuts).toBe(4)
  })

  test('a payment whose commit was lost makes one order when its webhook is delivered again', async () => {
    let cuts = 0
    for (let nth = 1; cuts === nth - 1; nth++) {
      const { site, record } = await shop.newShop(3)
      const api = apiFor(site)
      expect((await api.begin(checkoutRequestFor(record))).status).toBe(200)
      const [checkout] = await checkoutsOf(site)
      const message = signWebhookEvent(eventOf('checkout.session.completed', sessionObject(checkout!)))
      line.cutAtCommit(nth, place)
      const first = await api.tell(message)
      const { wasCut } = line.mended()
      if (wasCut) cuts++
      expect(first.status).toBe(wasCut ? 503 : 200)
      expect((await api.tell(message)).status).toBe(200)
      const books = await shopRecordsOf(site, record)
      expect(books).toMatchObject({ onHand: 2, held: 0, orders: [{ status: 'paid' }] })
      expect([books.orders.length, books.items.length, (await mailJobsOf(database, site)).length]).toEqual([1, 1, 1])
    }
    expect(cuts).toBeGreaterThan(0)
  })
})

async function answerOf(answer: Response) {
  return { status: answer.status, ...(await answer.json()) }
}

const commit = 'Q\0\0\0\x0bcommit\0'

/** A proxy to PostgreSQL that breaks the connection at a chosen commit of the product. */
async function openLine(target: number) {
  let left = 0
  let place: Place = 'on its way'
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const other = connect(target, '127.0.0.1')
    let [isOurs, isLast] = [false, false]
    for (const socket of [client, other]) open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)))
    client.on('close', () => other.destroy())
    other.on('close', () => client.destroy())
    client.on('data', (bytes) => {
      isOurs ||= bytes.includes('application_name\0stagedoor\0')
      if (isOurs && left && bytes.includes(commit)) isLast = --left === 0
      if (isLast && place === 'on its way') client.resetAndDestroy()
      else other.write(bytes)
    })
    other.on('data', (bytes) => {
      if (isLast && bytes.includes('COMMIT\0')) client.resetAndDestroy()
      else client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAtCommit: (nth: number, where: Place) => {
      left = nth
      place = where
    },
    /** From now on it holds. */
    mended: () => {
      const wasCut = left === 0
      left = 0
      return { wasCut }
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
