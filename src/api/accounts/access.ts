import { Hono } from 'hono'
import { z } from 'zod'
import { Done, done } from '#api/accounts/answers.ts'
import { ownPages } from '#api/accounts/own-pages.ts'
import { person } from '#api/accounts/person.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params } from '#api/guards.ts'
import { grantAccess, listAccess, removeAccess } from '#server/accounts/access.ts'

const text = z.string()
const moment = z.iso.datetime()
const AccessList = z.strictObject({
  administrators: z.array(
    z.strictObject({ userId: z.uuid(), email: text, grantedBy: text.nullable(), createdAt: moment, you: z.boolean() }),
  ),
  invitations: z.array(z.strictObject({ id: z.uuid(), email: text, createdAt: moment, expiresAt: moment })),
})

/** Who may enter the admin area of this website. */
export const access = new Hono<ApiEnv>()
  .use(ownPages)
  .get('/', may('access:edit'), answers('Who has access, and who was invited.', AccessList), async (c) => {
    const { administrators, invitations } = await listAccess(c.var.desk)
    const self = person(c).userId
    return c.json({
      administrators: administrators.map(({ userId, email, grantedBy, createdAt }) => ({
        userId,
        email,
        grantedBy,
        createdAt: createdAt.toISOString(),
        you: userId === self,
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
    async (c) => c.json(await grantAccess(c.var.desk, person(c), c.req.valid('json'))),
  )
  .delete(
    '/:userId',
    may('access:edit'),
    params(z.object({ userId: z.uuid() })),
    answers('Takes access away, or an invitation back.', Done),
    async (c) => {
      await removeAccess(c.var.desk, person(c), c.req.valid('param').userId)
      return c.json(done)
    },
  )
