import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { checkoutByKey } from '#server/checkout/lifecycle.ts'
import { newId } from '#server/db/id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createTestApi } from '#tests/api.ts'
import { copyTemplateDatabase, type TestSite } from '#tests/database.ts'
import { startChild, type TestChildProcess } from '#tests/faults/child.ts'
import { countByValue, repeatTimes, retryWhileUnavailable } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import {
  allPaymentEvents,
  checkoutRequestFor,
  checkoutsOf,
  eventOf,
  mailJobsOf,
  openTestShop,
  sessionObject,
  shopRecordsOf,
  signWebhookEvent,
  webhookSecret,
} from '#tests/fixtures/payments.ts'
import { longTest } from '#tests/long-test.ts'

const copy = await copyTemplateDatabase()
const database = await openPostgres({ ...copy.urls, poolSize: 20 })
afterAll(async () => {
  await database.close()
  await copy.remove()
})
const shop = await openTestShop(database)

function apiFor(site: TestSite) {
  const api = createTestApi(
    database,
    site,
    { kind: 'visitor' },
    {},
    { payments: shop.payments, clock: shop.clock, site: shop.look },
  )
  const begin = (request: object) => api.request('/api/shop/checkout', jsonRequest(request), newId())
  const tell = async ({ body, signature }: { body: string; signature: string }) =>
    (await api.request('/api/webhooks/stripe', { method: 'POST', headers: { 'stripe-signature': signature }, body }))
      .status
  return { begin, tell }
}

/** A deterministic pseudo-random sequence. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const shuffled = <T>(all: T[]): T[] => {
    const left = [...all]
    for (let i = left.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1))
      ;[left[i], left[j]] = [left[j]!, left[i]!]
    }
    return left
  }
  return { next, shuffled }
}

test('lets exactly 10 of 200 concurrent buyers pay for the last 10 items', async () => {
  const { site, record } = await shop.newShop(10)
  const { begin, tell } = apiFor(site)
  const buy = async (n: number) => {
    const request = { ...checkoutRequestFor(record), email: `buyer-${n}@example.com` }
    const answer = await retryWhileUnavailable(async () => {
      const answer = await begin(request)
      if (answer.status === 503) throw new Refusal('unavailable')
      return answer
    })
    if (answer.status !== 200) return (await answer.json()).error as string
    return 'may pay'
  }
  const began = performance.now()
  const all = countByValue(await Promise.all(repeatTimes(200, buy)))
  const took = Math.round(performance.now() - began)
  expect(all).toEqual({ 'may pay': 10, 'Night Ferry is sold out.': 190 })
  for (const { sessionId } of await checkoutsOf(site)) await shop.sandbox.pay(sessionId!, 'succeeds')
  const events = await shop.deliveredEvents(site, 10)
  expect(await Promise.all(events.map(tell))).toEqual(Array(10).fill(200))
  const { onHand, held, orders, moved } = await shopRecordsOf(site, record)
  expect([onHand, held, orders.length]).toEqual([0, 0, 10])
  expect(moved.filter(({ reason }) => reason === 'sale')).toHaveLength(10)
  console.log(`200 parallel buyers of the last 10: ${took} ms`)
})

const deliveries = Number(process.env.DELIVERIES ?? 100)

/** Buyers of all kinds: most pay at once, some by their bank, some never; some get money back or dispute. */
async function newHistory(count: number) {
  const made = await shop.newShop(count)
  const { begin } = apiFor(made.site)
  const events: object[][] = []
  for (let n = 0; n < count; n++) {
    const request = { ...checkoutRequestFor(n % 3 ? made.record : made.bundle), email: `buyer-${n}@example.com` }
    expect((await begin(request)).status).toBe(200)
    const checkout = (await made.site.as('checkout', (tx) => checkoutByKey(tx, request.key)))!
    const [unpaid, paid, failed, expired, refunded, disputed] = allPaymentEvents(checkout)
    const completed = eventOf('checkout.session.completed', sessionObject(checkout))
    const story = [
      [completed],
      [completed, refunded!],
      [unpaid!, paid!, disputed!],
      [expired!],
      [unpaid!, failed!],
      [expired!, completed],
    ][n % 6]!
    if (story.includes(completed) || story.includes(paid!)) await shop.sandbox.pay(checkout.sessionId!, 'webhook-never')
    events.push(story)
  }
  return { ...made, events }
}

/** What is left to see of it all, without ids. */
async function endOf(site: TestSite, record: string) {
  const { onHand, held, orders, items, rights, moved } = await shopRecordsOf(site, record)
  const checkouts = await checkoutsOf(site)
  const mails = await mailJobsOf(database, site)
  const outcomes = orders.map(({ id, status, attention, refundedAmount, totalAmount }) => {
    const things = items.filter(({ orderId }) => orderId === id).length
    const written = mails.filter((mail) => 'orderId' in mail && mail.orderId === id).length
    return [status, attention, refundedAmount, totalAmount, `${things} things`, `${written} mails`].join(' ')
  })
  return {
    onHand,
    held,
    sold: moved.filter(({ reason }) => reason === 'sale').length,
    orders: countByValue(outcomes),
    items: items.length,
    rights: rights.length,
    mails: mails.filter((mail) => 'orderId' in mail).length,
    /** To buyers whose bank did not pay. */
    failures: mails.filter((mail) => 'failedOf' in mail).length,
    otherMails: mails.filter((mail) => !('orderId' in mail || 'failedOf' in mail)).length,
    checkouts: countByValue(checkouts.map(({ state }) => state)),
  }
}

longTest(
  `${deliveries} webhook events, shuffled, repeated, some forged, with kills in between, reach the same final state`,
  async () => {
    // Each of the six stories has 11 messages in all.
    const count = Math.max(6, Math.round(deliveries / 5 / 1.05 / (11 / 6)))
    const [clean, rough] = [await newHistory(count), await newHistory(count)]
    for (const event of clean.events.flat()) expect(await apiFor(clean.site).tell(signWebhookEvent(event))).toBe(200)

    const { next, shuffled } = dice(7)
    const real = rough.events
      .flat()
      .flatMap((event) => repeatTimes(5, () => ({ ...signWebhookEvent(event), isForged: false })))
    const forged = repeatTimes(Math.round(real.length * 0.05), (n) => {
      const event = rough.events.flat()[n % rough.events.flat().length]!
      return { ...signWebhookEvent(event, { secret: 'whsec_guessed' }), isForged: true }
    })
    const waiting = shuffled([...real, ...forged])
    const total = waiting.length

    const about = { ...copy.urls, folder: shop.folder, dataKey: shop.dataKey, appSecret: shop.appSecret }
    const more = { websiteId: rough.site.websiteId, webhookSecret, now: shop.clock().toISOString() }
    const start = async () => {
      const child = startChild('webhooks.ts', { ...about, ...more })
      await child.printed(1)
      return { child, address: `http://127.0.0.1:${child.lines[0]}` }
    }
    let living = await start()
    let done = 0
    /** The number of unanswered events at each kill. */
    const lost: number[] = []
    const killAt = new Set(repeatTimes(5, (n) => Math.floor(((n + 1) * total) / 6)))
    let restarting: Promise<void> | null = null
    const restart = async (dying: TestChildProcess) => {
      lost.push(0)
      await dying.kill()
      living = await start()
      // On a busy machine all of them may have been answered just then; so another kill comes soon.
      if (lost.at(-1) === 0) {
        lost.pop()
        killAt.add(done + 5)
      }
    }
    const bring = async () => {
      for (let message = waiting.pop(); message; message = waiting.pop()) {
        await restarting
        const { body, signature, isForged } = message
        const headers = { 'stripe-signature': signature }
        const answer = await fetch(living.address, { method: 'POST', headers, body }).catch(() => null)
        if (answer?.status === (isForged ? 400 : 200)) {
          done++
          // While others are still being handled, and more come until it happens.
          if (killAt.delete(done))
            after(next() * 20).then(() => {
              restarting = restart(living.child)
            })
        } else {
          // Delivered again, some time later.
          if (!answer) lost[lost.length - 1]!++
          waiting.splice(Math.floor(next() * waiting.length), 0, message)
          await restarting
        }
      }
    }
    while (done < total) await Promise.all(repeatTimes(12, bring))
    await living.child.kill()
    // Each of them has hit something.
    expect(lost.map((messages) => messages > 0)).toEqual(Array(5).fill(true))
    const end = await endOf(rough.site, rough.record)
    expect(end).toEqual(await endOf(clean.site, clean.record))
    const { orders, onHand } = await shopRecordsOf(rough.site, rough.record)
    expect(onHand + orders.length).toBe(count)
    expect([end.items, end.mails]).toEqual([orders.length, orders.length])
    expect([end.failures, end.otherMails]).toEqual([end.checkouts.cancelled, 0])
    console.log(`${total} messages about ${count} buyers, brought again after each kill: ${lost.join(', ')}`)
  },
  1_500_000,
)
