import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, anyone, body, params, timestamp } from '#api/guards.ts'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { exportRateLimits } from '#domain/privacy/export.ts'
import { Refusal } from '#domain/refusal.ts'
import { dataExportTexts } from '#domain/texts/own-words.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { accountDataOf } from '#server/accounts/users.ts'
import {
  confirmDataExport,
  emailOfExportLink,
  exportFile,
  hasPersonalData,
  isExportLinkValid,
  mayMailExportLink,
  requestExport,
} from '#server/privacy/export.ts'

const Token = z.object({ token: z.string().max(100) })

export const privacyRoutes = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .post(
    '/exports',
    anyone(),
    body(z.object({ email: z.string() })),
    answers(
      'Requests a copy of the personal data of an e-mail address; sends a link to it.',
      z.strictObject({ message: z.string() }),
    ),
    async (c) => {
      const { auth, now, site } = c.var
      const { contactService, payments, origin } = c.var.services
      const email = cleanEmail(c.req.valid('json').email)
      const problem = emailProblem(email)
      if (problem) throw new Refusal('invalid', { fields: { email: problem } })
      await enforceLimits(auth, [accountLimitKey(auth, exportRateLimits.perNetworkAddress, auth.address)])
      const isKnown = async () =>
        (await c.var.asWorker((tx) => hasPersonalData(tx, { contact: contactService, orders: payments }, email))) ||
        (await auth.inSite((tx) => accountDataOf(tx, email))) !== null
      if (await mayMailExportLink(auth, { websiteId: site.siteId, email, isKnown })) {
        const { name, locale } = site
        await c.var.asVisitor((tx) => requestExport(tx, contactService, { email, site: { name, locale, origin }, now }))
      }
      return c.json({ message: dataExportTexts.linkSent })
    },
  )
  .get(
    '/exports/:token',
    anyone(),
    params(Token),
    answers(
      'Returns whether the link in a mail is still valid, without using it up.',
      z.strictObject({ open: z.boolean() }),
    ),
    async (c) => {
      const open = await c.var.asWorker((tx) => isExportLinkValid(tx, c.req.valid('param').token, c.var.now))
      return c.json({ open })
    },
  )
  .post(
    '/exports/:token/confirm',
    anyone(),
    params(Token),
    answers(
      'Uses up the link and prepares the file; returns its token.',
      z.strictObject({ fileToken: z.string(), expiresAt: timestamp }),
    ),
    async (c) => {
      const { auth, now, site } = c.var
      const { contactService, payments } = c.var.services
      await enforceLimits(auth, [accountLimitKey(auth, exportRateLimits.confirmPerNetworkAddress, auth.address)])
      const { token } = c.req.valid('param')
      const email = await c.var.asWorker((tx) => emailOfExportLink(tx, contactService, token, now))
      const account = await auth.inSite((tx) => accountDataOf(tx, email))
      const made = await c.var.asWorker((tx) =>
        confirmDataExport(tx, { contact: contactService, orders: payments }, { token, site, account, now }),
      )
      return c.json({ fileToken: made.fileToken, expiresAt: made.expiresAt.toISOString() })
    },
  )
  .get(
    '/exports/files/:token',
    anyone(),
    params(Token),
    answersAs('Downloads everything that is stored for an e-mail address.', 'application/json'),
    async (c) => {
      const { now } = c.var
      const { contactService } = c.var.services
      const file = await c.var.asWorker((tx) => exportFile(tx, contactService, c.req.valid('param').token, now))
      c.header('content-disposition', 'attachment; filename="my-data.json"')
      return c.body(file)
    },
  )
