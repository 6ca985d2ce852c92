import { Hono } from 'hono'
import { z } from 'zod'
import { DoneAnswer, doneAnswer, FactorAnswer, presentFactor } from '#api/accounts/answers.ts'
import { requireSessionUser } from '#api/accounts/auth-context.ts'
import { setDeviceCookie } from '#api/accounts/cookies.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, params, signedIn, timestamp } from '#api/guards.ts'
import { pendingEmailChange, requestEmailChange, withdrawEmailChange } from '#server/accounts/change-email.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { issueConfirmation } from '#server/accounts/confirmation.ts'
import { disableTwoFactor, finishEnrollment, listFactors, startEnrollment } from '#server/accounts/enrollment.ts'
import { endOwnSession, listSessions, signOutElsewhere } from '#server/accounts/sessions.ts'
import { createBearerToken } from '#server/accounts/tokens.ts'

const text = z.string()
const Confirmation = z.object({ currentPassword: text, code: text.optional() })
const Enrollment = z.strictObject({ qrCodeUri: text, secret: text, factorId: z.uuid() })
const Token = z.strictObject({ token: text, expiresAt: timestamp })
const EmailChange = z.strictObject({
  email: text,
  confirmedByOld: z.boolean(),
  confirmedByNew: z.boolean(),
  expiresAt: timestamp,
})
const Session = z.strictObject({
  id: z.uuid(),
  device: text,
  lastSeenAt: timestamp,
  createdAt: timestamp,
  current: z.boolean(),
})

/** For signed-in users and their own account. */
export const ownAccountRoutes = new Hono<ApiEnv>()
  .post('/token', signedIn(), answers('Issues a bearer token for uploads and decryption.', Token), (c) => {
    const { auth, site, now } = c.var
    const { token, expiresAt } = createBearerToken(
      auth.keys,
      { siteId: site.siteId, sessionId: requireSessionUser(c).sessionId },
      now,
    )
    return c.json({ token, expiresAt: expiresAt.toISOString() })
  })
  .post(
    '/confirmation',
    signedIn(),
    body(Confirmation),
    answers('Issues a confirmation, which routes that require one accept for five minutes.', Token),
    async (c) => {
      const { token, expiresAt } = await issueConfirmation(c.var.auth, requireSessionUser(c), c.req.valid('json'))
      return c.json({ token, expiresAt: expiresAt.toISOString() })
    },
  )
  .post(
    '/change-password',
    signedIn({ limitedToo: true }),
    body(Confirmation.extend({ newPassword: text, confirmPassword: text })),
    answers('Changes the password and ends the other sessions.', DoneAnswer),
    async (c) => {
      setDeviceCookie(c, (await changePassword(c.var.auth, requireSessionUser(c), c.req.valid('json'))).device)
      return c.json(doneAnswer)
    },
  )
  .get(
    '/email-change',
    signedIn(),
    answers(
      'Returns the change of the email address that is not confirmed by both addresses yet.',
      z.strictObject({ pending: EmailChange.nullable() }),
    ),
    async (c) => {
      const pending = await pendingEmailChange(c.var.auth, requireSessionUser(c))
      return c.json({ pending: pending && { ...pending, expiresAt: pending.expiresAt.toISOString() } })
    },
  )
  .post(
    '/email-change',
    signedIn(),
    body(z.object({ email: text })),
    answers('Mails a link to the old and one to the new address; both together change it.', DoneAnswer),
    confirmed(),
    async (c) => {
      await requestEmailChange(c.var.auth, requireSessionUser(c), c.req.valid('json'))
      return c.json(doneAnswer)
    },
  )
  .delete('/email-change', signedIn(), answers('Cancels the change of the email address.', DoneAnswer), async (c) => {
    await withdrawEmailChange(c.var.auth, requireSessionUser(c))
    return c.json(doneAnswer)
  })
  .get(
    '/factors',
    signedIn({ limitedToo: true }),
    answers('Lists the second factors.', z.array(FactorAnswer)),
    async (c) => c.json((await listFactors(c.var.auth, requireSessionUser(c))).map(presentFactor)),
  )
  .post(
    '/factors',
    signedIn({ limitedToo: true }),
    body(Confirmation),
    answers('Removes existing factors and starts to set up a new one.', Enrollment),
    async (c) => c.json(await startEnrollment(c.var.auth, requireSessionUser(c), c.req.valid('json'))),
  )
  .post(
    '/factors/disable',
    signedIn(),
    body(Confirmation.extend({ recoveryCode: text.max(100).optional() })),
    answers('Turns two-factor authentication off, with a code or a recovery code.', DoneAnswer),
    async (c) => {
      await disableTwoFactor(c.var.auth, requireSessionUser(c), c.req.valid('json'))
      return c.json(doneAnswer)
    },
  )
  .post(
    '/factors/:id/verify',
    signedIn({ limitedToo: true }),
    params(z.object({ id: z.uuid() })),
    body(z.object({ code: text })),
    answers(
      'Turns two-factor authentication on; returns the recovery codes this once.',
      z.strictObject({ recoveryCodes: z.array(text) }),
    ),
    async (c) => {
      const answer = { factorId: c.req.valid('param').id, code: c.req.valid('json').code }
      return c.json(await finishEnrollment(c.var.auth, requireSessionUser(c), answer))
    },
  )
  .get('/sessions', signedIn(), answers('Lists the user’s sessions on this website.', z.array(Session)), async (c) => {
    const sessions = await listSessions(c.var.auth, requireSessionUser(c))
    return c.json(
      sessions.map(({ id, device, lastSeenAt, createdAt, current }) => ({
        id,
        device,
        lastSeenAt: lastSeenAt.toISOString(),
        createdAt: createdAt.toISOString(),
        current,
      })),
    )
  })
  .post(
    '/sessions/end-others',
    signedIn(),
    answers('Ends all other sessions of the user.', z.strictObject({ ended: z.number() })),
    async (c) => c.json({ ended: await signOutElsewhere(c.var.auth, requireSessionUser(c)) }),
  )
  .delete(
    '/sessions/:id',
    signedIn(),
    params(z.object({ id: z.uuid() })),
    answers('Ends one of the user’s sessions.', DoneAnswer),
    async (c) => {
      await endOwnSession(c.var.auth, requireSessionUser(c), c.req.valid('param').id)
      return c.json(doneAnswer)
    },
  )
