import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { openSandbox, type Sandbox } from '#server/payments/sandbox/sandbox.ts'
import { openStore, type RefundRow } from '#server/payments/sandbox/store.ts'

export type Payments = {
  port: number
  pay: Sandbox['pay']
  /** What it knows: every session with how it ended, and all that went back. */
  books: () => Promise<{ sessions: Booked[]; refunds: RefundRow[] }>
  /** Messages that nobody has taken yet. */
  waiting: () => Promise<number>
  /** How many messages were refused as forged or too old. */
  refused: () => number
  close: () => Promise<void>
}
export type Booked = { id: string; amount: number; currency: string; websiteId: string; isPaid: boolean }

type Options = {
  folder: string
  secretKey: string
  webhookSecret: string
  /** Brings a message to the shop; null when nobody was there. */
  bring: (websiteId: string, body: string, signature: string) => Promise<number | null>
}

/** A payment service in a process of its own, which outlives the shop's: what it has in its books is what was paid. */
export async function openPaymentService({ folder, secretKey, webhookSecret, bring }: Options): Promise<Payments> {
  let [refused, isClosed] = [0, false]
  const sandbox = openSandbox({
    ...{ folder, secretKey, webhookSecret, clock: () => new Date() },
    payPage: ({ id }) => `http://pay.example/${id}`,
    // Tries for as long as its signature is good, and much more often than a real one, to be soon through with it.
    deliver: async ({ websiteId, body, signature }) => {
      for (const until = Date.now() + 200_000; Date.now() < until && !isClosed; await after(400)) {
        const status = await bring(websiteId, body, signature)
        if (status === 200) return 200
        if (status === 400) refused++
      }
      return 0
    },
    report: (error, words) => console.error(words, error),
  })
  const listener = getRequestListener((request) => sandbox.answer(request)) as RequestListener
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store = openStore(folder)
  return {
    port: (server.address() as AddressInfo).port,
    pay: sandbox.pay,
    books: async () => {
      const sessions = await Promise.all(
        (await store.sessions()).map(async ({ id, amount, currency, metadata }) => ({
          ...{ id, amount, currency, websiteId: metadata.website_id ?? '' },
          isPaid: (await store.ending(id))?.how === 'paid',
        })),
      )
      return { sessions, refunds: await store.refunds() }
    },
    waiting: async () => (await store.outgoing()).length,
    refused: () => refused,
    close: async () => {
      isClosed = true
      await sandbox.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
