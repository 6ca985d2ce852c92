import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may } from '#api/guards.ts'
import { type DemoContent, type DemoKind, demoKinds } from '#domain/demo/demo.ts'
import { Refusal } from '#domain/refusal.ts'
import { cacheTags } from '#server/cache/tags.ts'
import { readDemoContent } from '#server/demo/demo-content.ts'
import { removeDemo } from '#server/demo/remove-demo.ts'

const perKind = <S extends z.ZodType>(schema: S) =>
  z.strictObject(Object.fromEntries(demoKinds.map((kind) => [kind, schema])) as Record<DemoKind, S>)
const Named = z.strictObject({ count: z.int(), names: z.array(z.string()) })

/** Of each kind, how much is demo content, what of it was edited, and what the owner has added. */
const Demo = z.strictObject({
  demo: perKind(z.int()),
  edited: perKind(Named),
  own: perKind(Named),
  sold: Named,
})

export const RemovalOptions = {
  /** Demo content that was edited stays, as the owner's own. */
  keepEdited: z.boolean(),
  /** Go on when no backup could be made. */
  withoutBackup: z.boolean(),
}

/** A backup first: what is removed cannot be restored otherwise. */
export async function backUpFirst(c: Context<ApiEnv>, { withoutBackup }: { withoutBackup: boolean }): Promise<void> {
  if (withoutBackup) return
  await c.var.services.backUp().catch((error) => {
    c.var.log.warn({ err: error }, 'no backup was made before the removal of the demo content')
    throw new Refusal('backup-failed')
  })
}

/** All that visitors see may have changed. */
export function invalidateAll(c: Context<ApiEnv>): void {
  for (const tag of cacheTags) c.var.invalidate(tag)
}

export const setUp = new Hono<ApiEnv>()
  .get(
    '/demo',
    may('settings:read'),
    answers('Counts the demo content, and names what would stay when it is removed.', Demo),
    async (c) => c.json<DemoContent>(await c.var.inSite((tx) => readDemoContent(tx, c.var.starter.content))),
  )
  .post(
    '/demo/remove',
    may('settings:edit'),
    body(z.strictObject(RemovalOptions)),
    answers('Removes the demo content, after a backup. Everything else stays.', Demo),
    confirmed(),
    async (c) => {
      const options = c.req.valid('json')
      const { content: starter } = c.var.starter
      await backUpFirst(c, options)
      const removed = await c.var.edit('site', (tx, context) => removeDemo(tx, { ...options, starter }, context))
      invalidateAll(c)
      return c.json<DemoContent>(removed)
    },
  )
