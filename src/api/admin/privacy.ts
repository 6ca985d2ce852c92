import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import { handleOrderRouteError } from '#api/database-errors.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may } from '#api/guards.ts'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { Refusal } from '#domain/refusal.ts'
import { eraseCustomer, summarizeCustomerData } from '#server/privacy/erase.ts'

/** The address is in the body and never in the URL, which many systems log. */
const CustomerQuery = z.object({ email: z.string() })
const orderNumbers = z.array(z.string())
const StoredDataAnswer = z.strictObject({
  open: orderNumbers,
  finished: orderNumbers,
  unplaced: orderNumbers,
  messages: z.int(),
})
export type CustomerDataSummaryAnswer = z.output<typeof StoredDataAnswer>

function requireValidEmail(typed: string): string {
  const email = cleanEmail(typed)
  const problem = emailProblem(email)
  if (problem) throw new Refusal('invalid', { fields: { email: problem } })
  return email
}

const privacyDepsOf = ({ var: { services } }: Context<ApiEnv>) => ({
  contact: services.contactService,
  orders: services.payments,
})

/** Shows and erases the personal data of a customer. */
export const adminPrivacyRoutes = new Hono<ApiEnv>()
  .onError(handleOrderRouteError)
  .use(requireSameOrigin)
  .post(
    '/held',
    may('privacy:edit'),
    body(CustomerQuery),
    answers(
      'Returns what is stored for an e-mail address: order numbers, payments without an order, and the number of messages.',
      StoredDataAnswer,
    ),
    async (c) => {
      const email = requireValidEmail(c.req.valid('json').email)
      return c.json(await c.var.inSite((tx) => summarizeCustomerData(tx, privacyDepsOf(c), email)))
    },
  )
  .post(
    '/erasure',
    may('privacy:edit'),
    body(CustomerQuery),
    answers('Erases the personal data of an e-mail address; returns what was stored for it.', StoredDataAnswer),
    confirmed(),
    async (c) => {
      const email = requireValidEmail(c.req.valid('json').email)
      const { site } = c.var
      const { localMails } = c.var.services
      const held = await c.var.edit('orders', (tx, context) =>
        eraseCustomer(tx, privacyDepsOf(c), email, context, { waitingMailsToo: localMails.stay }),
      )
      await localMails.remove(site.siteId, email)
      return c.json(held)
    },
  )
