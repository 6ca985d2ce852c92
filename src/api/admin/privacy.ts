import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ownPages } from '#api/accounts/own-pages.ts'
import { orderErrors } from '#api/database-errors.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may } from '#api/guards.ts'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { Refusal } from '#domain/refusal.ts'
import { eraseCustomer, heldOnCustomer } from '#server/privacy/erase.ts'

/** In the body and never in an address, which is written down in many places. */
const Asked = z.object({ email: z.string() })
const numbers = z.array(z.string())
const Held = z.strictObject({ open: numbers, finished: numbers, unplaced: numbers, messages: z.int() })
export type HeldAnswer = z.output<typeof Held>

function checked(typed: string): string {
  const email = cleanEmail(typed)
  const problem = emailProblem(email)
  if (problem) throw new Refusal('invalid', { fields: { email: problem } })
  return email
}

const privacyDepsOf = ({ var: { contactService, payments } }: Context<ApiEnv>) => ({
  contact: contactService,
  orders: payments,
})

/** For customers who want to be forgotten. */
export const adminPrivacy = new Hono<ApiEnv>()
  .onError(orderErrors)
  .use(ownPages)
  .post(
    '/held',
    may('privacy:edit'),
    body(Asked),
    answers(
      'What is kept under an address: orders by their numbers, payments without an order, and how many messages.',
      Held,
    ),
    async (c) => {
      const email = checked(c.req.valid('json').email)
      return c.json(await c.var.inSite((tx) => heldOnCustomer(tx, privacyDepsOf(c), email)))
    },
  )
  .post(
    '/erasure',
    may('privacy:edit'),
    body(Asked),
    answers('Who it was is forgotten; this is what was kept under the address.', Held),
    confirmed(),
    async (c) => {
      const email = checked(c.req.valid('json').email)
      const { keptMails, site } = c.var
      const held = await c.var.edit('orders', (tx, context) =>
        eraseCustomer(tx, privacyDepsOf(c), email, context, { waitingMailsToo: keptMails.stay }),
      )
      await keptMails.forget(site.siteId, email)
      return c.json(held)
    },
  )
