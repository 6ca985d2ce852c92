import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, anyone, body, params } from '#api/guards.ts'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import type { Limit } from '#domain/accounts/limits.ts'
import { exportRates } from '#domain/privacy/export.ts'
import { Refusal } from '#domain/refusal.ts'
import { exportTexts } from '#domain/texts/our-words.ts'
import { accountHeldOn } from '#server/accounts/held.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { take } from '#server/limits/take.ts'
import { askedBy, confirmExport, exportFile, isHeld, isOpenRequest, requestExport } from '#server/privacy/actions.ts'

const Token = z.object({ token: z.string().max(100) })

export const privacy = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .post(
    '/exports',
    anyone(),
    body(z.object({ email: z.string() })),
    answers('Somebody may get a mail.', z.strictObject({ message: z.string() })),
    async (c) => {
      const { auth, contactService, payments, now, site, origin } = c.var
      const email = cleanEmail(c.req.valid('json').email)
      const problem = emailProblem(email)
      if (problem) throw new Refusal('invalid', { fields: { email: problem } })
      await countTry(auth, [counting(auth, exportRates.fromAddress, auth.address)])
      const asked = async (limit: Limit, whom: string) =>
        (await auth.inSite((tx) => take(tx, counting(auth, limit, whom), now))).over !== null
      // Strangers may use both up, so neither refuses anybody: a mailbox that has had its mails has a link, and who is
      // known here gets their mail however many others ask.
      const hasLinks = await asked(exportRates.ofAddress, email.toLowerCase())
      const isFlood = !hasLinks && (await asked(exportRates.ofSite, site.siteId))
      const isKnown = async () =>
        (await c.var.asWorker((tx) => isHeld(tx, { contact: contactService, orders: payments }, email))) ||
        (await auth.inSite((tx) => accountHeldOn(tx, email))) !== null
      if (!hasLinks && (!isFlood || (await isKnown()))) {
        const { name, locale } = site
        await c.var.asVisitor((tx) => requestExport(tx, contactService, { email, site: { name, locale, origin }, now }))
      }
      return c.json({ message: exportTexts.asked })
    },
  )
  .get(
    '/exports/:token',
    anyone(),
    params(Token),
    answers(
      'Whether the link in a mail can still be used. Asking does not use it.',
      z.strictObject({ open: z.boolean() }),
    ),
    async (c) => {
      const open = await c.var.asWorker((tx) => isOpenRequest(tx, c.req.valid('param').token, c.var.now))
      return c.json({ open })
    },
  )
  .post(
    '/exports/:token/confirm',
    anyone(),
    params(Token),
    answers('Where the file is.', z.strictObject({ fileToken: z.string(), expiresAt: z.iso.datetime() })),
    async (c) => {
      const { auth, contactService, payments, now, site } = c.var
      await countTry(auth, [counting(auth, exportRates.confirmFromAddress, auth.address)])
      const { token } = c.req.valid('param')
      const email = await c.var.asWorker((tx) => askedBy(tx, contactService, token, now))
      const account = await auth.inSite((tx) => accountHeldOn(tx, email))
      const made = await c.var.asWorker((tx) =>
        confirmExport(tx, { contact: contactService, orders: payments }, { token, site, account, now }),
      )
      return c.json({ fileToken: made.fileToken, expiresAt: made.expiresAt.toISOString() })
    },
  )
  .get(
    '/exports/files/:token',
    anyone(),
    params(Token),
    answersAs('Everything that is kept under an address.', 'application/json'),
    async (c) => {
      const { contactService, now } = c.var
      const file = await c.var.asWorker((tx) => exportFile(tx, contactService, c.req.valid('param').token, now))
      c.header('content-disposition', 'attachment; filename="my-data.json"')
      return c.body(file)
    },
  )
