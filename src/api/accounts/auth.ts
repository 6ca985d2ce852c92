import { Hono } from 'hono'
import { z } from 'zod'
import { Done, done, presentUser, StatusAnswer, UserAnswer } from '#api/accounts/answers.ts'
import { dropSession, keepChallenge, keepDevice, keepSession, keepSignUp } from '#api/accounts/cookies.ts'
import { ownAccount } from '#api/accounts/own-account.ts'
import { ownPages } from '#api/accounts/own-pages.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { disownSignIn } from '#server/accounts/disown.ts'
import { evenly } from '#server/accounts/evenly.ts'
import { readInvitation, signUpInvited } from '#server/accounts/invitations.ts'
import { askForReset, resetPassword } from '#server/accounts/password-reset.ts'
import { answerChallenge, useRecoveryCode } from '#server/accounts/second-factor.ts'
import { signOut } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { resendVerification, signUp, verifyEmail } from '#server/accounts/sign-up.ts'
import { signUpStatus } from '#server/accounts/sign-up-status.ts'
import { accountById, userOf } from '#server/accounts/users.ts'

const text = z.string()
const Code = z.object({ factorId: z.uuid(), code: text })
const Token = z.object({ token: text })
const WithUser = z.strictObject({ data: z.strictObject({ user: UserAnswer }) })

/** Longer than sending a mail takes, so that it does not show whether one was sent. */
const beat = 500

/** Signing in, up and out, for whoever comes; `ownAccount` is for those who are in. */
export const auth = new Hono<ApiEnv>()
  .use(ownPages)
  .post(
    '/sign-in',
    anyone(),
    body(z.object({ email: text, password: text, rememberMe: z.boolean().default(false) })),
    answers(
      'Signs in, or asks for the second factor.',
      WithUser.extend({
        secondFactor: z.boolean(),
        /** How many authenticator codes may be tried; 0 is locked, null where none is asked for. */
        attemptsRemaining: z.int().nullable(),
      }),
    ),
    async (c) => {
      const signedIn = await signIn(c.var.auth, c.req.valid('json'))
      if ('session' in signedIn) keepSession(c, signedIn.session)
      else keepChallenge(c, signedIn.challenge)
      return c.json({
        data: { user: presentUser(signedIn.user) },
        secondFactor: 'challenge' in signedIn,
        attemptsRemaining: 'challenge' in signedIn ? signedIn.challenge.attemptsRemaining : null,
      })
    },
  )
  .post('/challenge', anyone(), body(Code), answers('Signs in with an authenticator code.', WithUser), async (c) => {
    const { user, session } = await answerChallenge(c.var.auth, c.req.valid('json'))
    keepSession(c, session)
    return c.json({ data: { user: presentUser(user) } })
  })
  .post(
    '/recovery',
    anyone(),
    body(Code),
    answers('Signs in with a recovery code, which turns two-factor authentication off.', WithUser),
    async (c) => {
      const { user, session } = await useRecoveryCode(c.var.auth, c.req.valid('json'))
      keepSession(c, session)
      return c.json({ data: { user: presentUser(user) } })
    },
  )
  .post('/sign-out', anyone(), answers('Ends the session, if there is one.', Done), async (c) => {
    await signOut(c.var.auth)
    dropSession(c)
    return c.json(done)
  })
  .get(
    '/session',
    anyone(),
    answers(
      'Who is signed in, and whether they may enter the admin area of this website.',
      z.strictObject({
        user: UserAnswer.nullable(),
        hasAccess: z.boolean(),
        /** Opened by a recovery code, and good for nothing but a second factor or a new password. */
        limited: z.boolean(),
      }),
    ),
    async (c) => {
      const { actor, auth } = c.var
      if (actor.kind === 'visitor') return c.json({ user: null, hasAccess: false, limited: false })
      const user = await auth.inSite(async (tx) => userOf(tx, await accountById(tx, actor.userId)))
      const limited = actor.kind === 'limited'
      const hasAccess = limited ? actor.hasAccess : actor.kind === 'administrator'
      return c.json({ user: presentUser(user), hasAccess, limited })
    },
  )
  .post(
    '/forgot-password',
    anyone(),
    body(z.object({ email: text })),
    answers('Sends a link for a new password, if there is such an account.', Done),
    async (c) => {
      await evenly(beat, () => askForReset(c.var.auth, c.req.valid('json')))
      return c.json(done)
    },
  )
  .post(
    '/reset-password',
    anyone(),
    body(Token.extend({ newPassword: text, confirmPassword: text })),
    answers('Sets a new password and ends all sessions.', Done),
    async (c) => {
      const { device } = await resetPassword(c.var.auth, c.req.valid('json'))
      dropSession(c)
      keepDevice(c, device)
      return c.json(done)
    },
  )
  .post(
    '/disown',
    anyone(),
    body(Token),
    answers(
      'Ends all sessions after a sign-in that was somebody else, and the password with them.',
      z.strictObject({ resetToken: text }),
    ),
    async (c) => {
      const answer = await disownSignIn(c.var.auth, c.req.valid('json'))
      dropSession(c)
      return c.json(answer)
    },
  )
  .post(
    '/sign-up',
    anyone(),
    body(z.object({ email: text, password: text, invitation: text.optional() })),
    answers('Sends a link that makes the account; an invitation makes it at once.', StatusAnswer),
    async (c) => {
      const { invitation, ...form } = c.req.valid('json')
      if (invitation !== undefined) return c.json(await signUpInvited(c.var.auth, { ...form, invitation }))
      const { token, ...status } = await signUp(c.var.auth, form)
      keepSignUp(c, token)
      return c.json(status)
    },
  )
  .post(
    '/invitation',
    anyone(),
    body(Token),
    answers('Whom an invitation is for.', z.strictObject({ email: text })),
    async (c) => c.json(await readInvitation(c.var.auth, c.req.valid('json'))),
  )
  .post(
    '/verify-email',
    anyone(),
    body(Token.extend({ password: text.optional() })),
    answers('Makes the account; another browser than the one that signed up must know the password.', StatusAnswer),
    async (c) => c.json(await verifyEmail(c.var.auth, c.req.valid('json'))),
  )
  .post('/resend-verification', anyone(), answers('Sends the link once more.', StatusAnswer), async (c) =>
    c.json(await resendVerification(c.var.auth)),
  )
  .get('/account-status', anyone(), answers('How the sign-up of this browser is going.', StatusAnswer), async (c) =>
    c.json(await signUpStatus(c.var.auth)),
  )
  .route('/', ownAccount)
