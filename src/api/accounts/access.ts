import { Hono } from 'hono'
import { z } from 'zod'
import { DoneAnswer, doneAnswer } from '#api/accounts/answers.ts'
import { requireSameOrigin, requireSessionUser } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, confirmed, may, params, timestamp } from '#api/guards.ts'
import { grantAccess, listAccess } from '#server/accounts/access.ts'
import { cancelAccessRemoval, cancelAccessRemovalByLink, removeOrScheduleRemoval } from '#server/accounts/removal.ts'

const text = z.string()
const AccessList = z.strictObject({
  administrators: z.array(
    z.strictObject({
      userId: z.uuid(),
      email: text,
      grantedBy: text.nullable(),
      createdAt: timestamp,
      you: z.boolean(),
      /** The administrator who has requested the removal, and when it takes effect. */
      removal: z.strictObject({ by: text, byYou: z.boolean(), at: timestamp }).nullable(),
    }),
  ),
  invitations: z.array(z.strictObject({ id: z.uuid(), email: text, createdAt: timestamp, expiresAt: timestamp })),
})
const RemovalAnswer = DoneAnswer.extend({ takesEffectAt: timestamp.nullable() })
const UserParams = z.object({ userId: z.uuid() })

/** The administrators of this website, and invitations to become one. */
export const accessRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get('/', may('access:edit'), answers('Lists administrators and open invitations.', AccessList), async (c) => {
    const { administrators, invitations } = await listAccess(c.var.auth)
    const self = requireSessionUser(c).userId
    const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
    return c.json({
      administrators: administrators.map(({ userId, email, grantedBy, createdAt, removalBy, removalAt }) => ({
        userId,
        email,
        grantedBy,
        createdAt: createdAt.toISOString(),
        you: userId === self,
        removal: removalAt && {
          by: emails.get(removalBy!) ?? '',
          byYou: removalBy === self,
          at: removalAt.toISOString(),
        },
      })),
      invitations: invitations.map(({ id, email, createdAt, expiresAt }) => ({
        id,
        email,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    })
  })
  .post(
    '/',
    may('access:edit'),
    body(z.object({ email: text })),
    answers(
      'Grants access to an account, or invites the address by mail.',
      z.strictObject({ outcome: z.enum(['granted', 'invited']) }),
    ),
    confirmed(),
    async (c) => c.json(await grantAccess(c.var.auth, requireSessionUser(c), c.req.valid('json'))),
  )
  .post(
    '/keep',
    anyone(),
    body(z.object({ token: text })),
    answers('Stops a removal, by the token of the mailed link.', DoneAnswer),
    async (c) => {
      await cancelAccessRemovalByLink(c.var.auth, c.req.valid('json'))
      return c.json(doneAnswer)
    },
  )
  .post(
    '/:userId/keep',
    may('access:edit'),
    params(UserParams),
    answers('Stops a removal. For the administrator to be removed and for the one who requested it.', DoneAnswer),
    confirmed(),
    async (c) => {
      await cancelAccessRemoval(c.var.auth, requireSessionUser(c), c.req.valid('param').userId)
      return c.json(doneAnswer)
    },
  )
  .delete(
    '/:userId',
    may('access:edit'),
    params(UserParams),
    answers('Removes an administrator, at once or after a day, or withdraws an invitation.', RemovalAnswer),
    confirmed(),
    async (c) => {
      const { takesEffectAt } = await removeOrScheduleRemoval(
        c.var.auth,
        requireSessionUser(c),
        c.req.valid('param').userId,
      )
      return c.json({ ...doneAnswer, takesEffectAt: takesEffectAt?.toISOString() ?? null })
    },
  )
