import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { QueuedWebhook, SandboxStore } from '#server/payments/sandbox/store.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'

export type Deliver = (message: { websiteId: string; body: string; signature: string }) => Promise<number>

type Deps = {
  store: SandboxStore
  webhookSecret: string
  clock: () => Date
  deliver: Deliver
  report?: (error: unknown, words: string) => void
}

const retryDelays = [500, 2_000, 10_000, 60_000, 600_000, 3_600_000]
const maxTries = 40

/** Delivers events at least once, in no particular order, and retries for days, also after a restart. */
export function createWebhookSender({ store, webhookSecret, clock, deliver, report = () => {} }: Deps) {
  const timers = new Map<string, NodeJS.Timeout>()
  const inFlight = new Set<Promise<void>>()
  let isClosed = false

  function schedule(message: QueuedWebhook): void {
    if (isClosed) return
    const wait = Math.max(0, message.notBefore - Date.now())
    clearTimeout(timers.get(message.id))
    const timer = setTimeout(() => {
      timers.delete(message.id)
      const delivery = attempt(message)
        .catch((error) => report(error, 'failed to deliver a webhook event of the payment sandbox'))
        .finally(() => inFlight.delete(delivery))
      inFlight.add(delivery)
    }, wait)
    timers.set(message.id, timer.unref())
  }

  async function attempt(message: QueuedWebhook): Promise<void> {
    const { websiteId, body, tries } = message
    const timestamp = Math.floor(+clock() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp })
    const status = await deliver({ websiteId, body, signature }).catch(() => 0)
    if ((status >= 200 && status < 300) || tries + 1 >= maxTries) return store.sent(message.id)
    const pause = retryDelays[Math.min(tries, retryDelays.length - 1)]!
    const again = { ...message, tries: tries + 1, notBefore: Date.now() + pause }
    await store.send(again)
    schedule(again)
  }

  const reading = store.outgoing().then(
    (waiting) => waiting.forEach(schedule),
    (error) => report(error, 'failed to read the pending webhook events of the payment sandbox'),
  )

  return {
    send: async (websiteId: string, type: string, object: object, wait: number): Promise<void> => {
      const id = `evt_${randomBytes(16).toString('hex')}`
      const event = {
        id,
        object: 'event',
        api_version: stripeApiVersion,
        type,
        livemode: false,
        created: Math.floor(+clock() / 1000),
        pending_webhooks: 1,
        request: null,
      }
      const body = JSON.stringify({ ...event, data: { object } })
      const message = { id, websiteId, notBefore: Date.now() + wait, tries: 0, body }
      await store.send(message)
      schedule(message)
    },
    close: async () => {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([reading, ...inFlight])
    },
  }
}
