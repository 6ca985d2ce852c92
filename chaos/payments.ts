import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { openSandbox, type Sandbox } from '#server/payments/sandbox/sandbox.ts'
import { openSandboxStore, type RefundRow } from '#server/payments/sandbox/store.ts'

export type Payments = {
  port: number
  pay: Sandbox['pay']
  /** Every session with its outcome, and all refunds. */
  books: () => Promise<{ sessions: RecordedPayment[]; refunds: RefundRow[] }>
  /** Events that are not delivered yet. */
  waiting: () => Promise<number>
  /** The number of events rejected as forged or too old. */
  refused: () => number
  close: () => Promise<void>
}
export type RecordedPayment = { id: string; amount: number; currency: string; websiteId: string; isPaid: boolean }

type Options = {
  folder: string
  secretKey: string
  webhookSecret: string
  /** Delivers an event to the shop; null when the server did not answer. */
  bring: (websiteId: string, body: string, signature: string) => Promise<number | null>
}

/** A payment provider in its own process, which outlives the shop: its records are what was paid. */
export async function openPaymentService({ folder, secretKey, webhookSecret, bring }: Options): Promise<Payments> {
  let [refused, isClosed] = [0, false]
  const sandbox = openSandbox({
    folder,
    secretKey,
    webhookSecret,
    clock: () => new Date(),
    payPage: ({ id }) => `http://pay.example/${id}`,
    // Retries while its signature is valid, and much more often than a real provider.
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
  const store = openSandboxStore(folder)
  return {
    port: (server.address() as AddressInfo).port,
    pay: sandbox.pay,
    books: async () => {
      const sessions = await Promise.all(
        (await store.sessions()).map(async ({ id, amount, currency, metadata }) => ({
          id,
          amount,
          currency,
          websiteId: metadata.website_id ?? '',
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
