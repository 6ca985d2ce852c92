import { Hono } from 'hono'
import { z } from 'zod'
import { Done, done } from '#api/accounts/answers.ts'
import { ownPages } from '#api/accounts/own-pages.ts'
import { person } from '#api/accounts/person.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, confirmed, may, params } from '#api/guards.ts'
import { grantAccess, listAccess } from '#server/accounts/access.ts'
import { keepAccess, keepAccessByMail, removeAccess } from '#server/accounts/removal.ts'

const text = z.string()
const moment = z.iso.datetime()
const AccessList = z.strictObject({
  administrators: z.array(
    z.strictObject({
      userId: z.uuid(),
      email: text,
      grantedBy: text.nullable(),
      createdAt: moment,
      you: z.boolean(),
      /** Who wants to take this access away, and when that takes effect. */
      removal: z.strictObject({ by: text, byYou: z.boolean(), at: moment }).nullable(),
    }),
  ),
  invitations: z.array(z.strictObject({ id: z.uuid(), email: text, createdAt: moment, expiresAt: moment })),
})
const Removed = Done.extend({ takesEffectAt: moment.nullable() })
const Whose = z.object({ userId: z.uuid() })

/** Who may enter the admin area of this website. */
export const access = new Hono<ApiEnv>()
  .use(ownPages)
  .get('/', may('access:edit'), answers('Who has access, and who was invited.', AccessList), async (c) => {
    const { administrators, invitations } = await listAccess(c.var.auth)
    const self = person(c).userId
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
    answers('Grants access, or invites by mail.', z.strictObject({ outcome: z.enum(['granted', 'invited']) })),
    confirmed(),
    async (c) => c.json(await grantAccess(c.var.auth, person(c), c.req.valid('json'))),
  )
  .post(
    '/keep',
    anyone(),
    body(z.object({ token: text })),
    answers('Stops a removal, by the link in the mail about it.', Done),
    async (c) => {
      await keepAccessByMail(c.var.auth, c.req.valid('json'))
      return c.json(done)
    },
  )
  .post(
    '/:userId/keep',
    may('access:edit'),
    params(Whose),
    answers('Stops a removal: for the one who is to be removed, and for whoever has asked for it.', Done),
    confirmed(),
    async (c) => {
      await keepAccess(c.var.auth, person(c), c.req.valid('param').userId)
      return c.json(done)
    },
  )
  .delete(
    '/:userId',
    may('access:edit'),
    params(Whose),
    answers('Takes access away, at once or after a day, or an invitation back.', Removed),
    confirmed(),
    async (c) => {
      const { takesEffectAt } = await removeAccess(c.var.auth, person(c), c.req.valid('param').userId)
      return c.json({ ...done, takesEffectAt: takesEffectAt?.toISOString() ?? null })
    },
  )
