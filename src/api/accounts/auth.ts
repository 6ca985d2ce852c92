import { Hono } from 'hono'
import { z } from 'zod'
import { DoneAnswer, doneAnswer, presentUser, SignUpStatusAnswer, UserAnswer } from '#api/accounts/answers.ts'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import {
  clearSessionCookies,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookies,
  setSignUpCookie,
} from '#api/accounts/cookies.ts'
import { ownAccountRoutes } from '#api/accounts/own-account.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { hasPermission } from '#domain/actor.ts'
import { acceptInvitation, readInvitation } from '#server/accounts/access.ts'
import { answerChallenge, signInWithRecoveryCode } from '#server/accounts/challenge.ts'
import { confirmEmailChange } from '#server/accounts/change-email.ts'
import { requestPasswordReset, resetPassword } from '#server/accounts/change-password.ts'
import { signOut } from '#server/accounts/sessions.ts'
import { disownSignIn, signIn } from '#server/accounts/sign-in.ts'
import { resendVerification, signUp, signUpStatus, verifyEmail } from '#server/accounts/sign-up.ts'
import { accountById, loadUser } from '#server/accounts/users.ts'
import { withFixedResponseTime } from '#server/limits/fixed-response-time.ts'

const text = z.string()
const Code = z.object({ factorId: z.uuid(), code: text })
const Token = z.object({ token: text })
const WithUser = z.strictObject({ data: z.strictObject({ user: UserAnswer }) })

/** Longer than queueing a mail takes, so that the response time does not reveal whether one was queued. */
const responseIntervalMs = 500

/** Signing in, up and out, open to visitors; `ownAccountRoutes` are for signed-in users. */
export const authRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .post(
    '/sign-in',
    anyone(),
    body(z.object({ email: text, password: text, rememberMe: z.boolean().default(false) })),
    answers(
      'Signs in, or opens a challenge for the second factor.',
      WithUser.extend({
        secondFactor: z.boolean(),
        /** How many authenticator codes may be tried: 0 when locked, null without a second factor. */
        attemptsRemaining: z.int().nullable(),
      }),
    ),
    async (c) => {
      const signedIn = await signIn(c.var.auth, c.req.valid('json'))
      if ('session' in signedIn) setSessionCookies(c, signedIn.session)
      else setChallengeCookie(c, signedIn.challenge)
      return c.json({
        data: { user: presentUser(signedIn.user) },
        secondFactor: 'challenge' in signedIn,
        attemptsRemaining: 'challenge' in signedIn ? signedIn.challenge.attemptsRemaining : null,
      })
    },
  )
  .post('/challenge', anyone(), body(Code), answers('Signs in with an authenticator code.', WithUser), async (c) => {
    const { user, session } = await answerChallenge(c.var.auth, c.req.valid('json'))
    setSessionCookies(c, session)
    return c.json({ data: { user: presentUser(user) } })
  })
  .post(
    '/recovery',
    anyone(),
    body(Code),
    answers('Signs in with a recovery code, which turns two-factor authentication off.', WithUser),
    async (c) => {
      const { user, session } = await signInWithRecoveryCode(c.var.auth, c.req.valid('json'))
      setSessionCookies(c, session)
      return c.json({ data: { user: presentUser(user) } })
    },
  )
  .post('/sign-out', anyone(), answers('Ends the session, if there is one.', DoneAnswer), async (c) => {
    await signOut(c.var.auth)
    clearSessionCookies(c)
    return c.json(doneAnswer)
  })
  .get(
    '/session',
    anyone(),
    answers(
      'Returns the signed-in user, and whether they may enter the admin area of this website.',
      z.strictObject({
        user: UserAnswer.nullable(),
        hasAccess: z.boolean(),
        /** Opened by a recovery code: allows only a second factor to be set up or the password to be changed. */
        limited: z.boolean(),
        /** May create and manage the websites of the installation. */
        managesSites: z.boolean(),
      }),
    ),
    async (c) => {
      const { actor, auth } = c.var
      if (actor.kind === 'visitor') return c.json({ user: null, hasAccess: false, limited: false, managesSites: false })
      const user = await auth.inSite(async (tx) => loadUser(tx, await accountById(tx, actor.userId)))
      const limited = actor.kind === 'limited'
      const hasAccess = limited ? actor.hasAccess : actor.kind === 'administrator'
      return c.json({ user: presentUser(user), hasAccess, limited, managesSites: hasPermission(actor, 'sites:manage') })
    },
  )
  .post(
    '/forgot-password',
    anyone(),
    body(z.object({ email: text })),
    answers('Mails a link for a new password, if the account exists.', DoneAnswer),
    async (c) => {
      await withFixedResponseTime(responseIntervalMs, () => requestPasswordReset(c.var.auth, c.req.valid('json')))
      return c.json(doneAnswer)
    },
  )
  .post(
    '/reset-password',
    anyone(),
    body(Token.extend({ newPassword: text, confirmPassword: text })),
    answers('Sets a new password and ends all sessions.', DoneAnswer),
    async (c) => {
      const { device } = await resetPassword(c.var.auth, c.req.valid('json'))
      clearSessionCookies(c)
      setDeviceCookie(c, device)
      return c.json(doneAnswer)
    },
  )
  .post(
    '/disown',
    anyone(),
    body(Token),
    answers(
      'Disowns a sign-in: ends all sessions and the password, and returns a token for a new one.',
      z.strictObject({ resetToken: text }),
    ),
    async (c) => {
      const answer = await disownSignIn(c.var.auth, c.req.valid('json'))
      clearSessionCookies(c)
      return c.json(answer)
    },
  )
  .post(
    '/email-change/confirm',
    anyone(),
    body(Token),
    answers(
      'Confirms a new email address by the link to one of the two addresses; the second link changes it.',
      z.strictObject({ isChanged: z.boolean(), email: text }),
    ),
    async (c) => {
      const { actor } = c.var
      const person = actor.kind === 'visitor' ? null : actor
      return c.json(await confirmEmailChange(c.var.auth, { ...c.req.valid('json'), person }))
    },
  )
  .post(
    '/sign-up',
    anyone(),
    body(z.object({ email: text, password: text, invitation: text.optional() })),
    answers(
      'Mails a link that creates the account; with an invitation the account is created at once.',
      SignUpStatusAnswer,
    ),
    async (c) => {
      const { invitation, ...form } = c.req.valid('json')
      if (invitation !== undefined) return c.json(await acceptInvitation(c.var.auth, { ...form, invitation }))
      const { token, ...status } = await signUp(c.var.auth, form)
      setSignUpCookie(c, token)
      return c.json(status)
    },
  )
  .post(
    '/invitation',
    anyone(),
    body(Token),
    answers('Returns the address that an invitation was sent to.', z.strictObject({ email: text })),
    async (c) => c.json(await readInvitation(c.var.auth, c.req.valid('json'))),
  )
  .post(
    '/verify-email',
    anyone(),
    body(Token.extend({ password: text.optional() })),
    answers(
      'Creates the account. A browser other than the one that signed up must send the password.',
      SignUpStatusAnswer,
    ),
    async (c) => c.json(await verifyEmail(c.var.auth, c.req.valid('json'))),
  )
  .post('/resend-verification', anyone(), answers('Mails a new verification link.', SignUpStatusAnswer), async (c) =>
    c.json(await resendVerification(c.var.auth)),
  )
  .get(
    '/account-status',
    anyone(),
    answers('Returns the status of this browser’s sign-up.', SignUpStatusAnswer),
    async (c) => c.json(await signUpStatus(c.var.auth)),
  )
  .route('/', ownAccountRoutes)
