import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { refuseInvalidSettings } from '#api/admin/settings.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may } from '#api/guards.ts'
import { hasPermission } from '#domain/actor.ts'
import { type DemoContent, type DemoKind, demoKinds } from '#domain/demo/demo.ts'
import { Refusal } from '#domain/refusal.ts'
import { OwnAnswers } from '#domain/set-up/answers.ts'
import { requireDemoSite, setUpStates } from '#domain/set-up/set-up.ts'
import { applySettings, type SiteSettings } from '#domain/sites/settings.ts'
import { clientDetails } from '#server/accounts/auth-context.ts'
import { cacheTags } from '#server/cache/tags.ts'
import { readDemoContent, readDemoMarks } from '#server/demo/demo-content.ts'
import { removeDemo } from '#server/demo/remove-demo.ts'
import { replaceDemoByOwnContent } from '#server/set-up/replace-demo-site.ts'
import { chooseSetUp, readSetUp } from '#server/set-up/state.ts'

const byDemoKind = <S extends z.ZodType>(schema: S) =>
  z.strictObject(Object.fromEntries(demoKinds.map((kind) => [kind, schema])) as Record<DemoKind, S>)
const NamedItems = z.strictObject({ count: z.int(), names: z.array(z.string()) })

/** Of each kind, how much is demo content, what of it was edited, and what the owner has added. */
const DemoAnswer = z.strictObject({
  demo: byDemoKind(z.int()),
  edited: byDemoKind(NamedItems),
  own: byDemoKind(NamedItems),
  sold: NamedItems,
  hasVisits: z.boolean(),
})

export const demoRemovalShape = {
  /** Demo content that was edited stays, as the owner's own. */
  keepEdited: z.boolean(),
  /** Go on when no backup could be made. */
  withoutBackup: z.boolean(),
}

/** A backup first: what is removed cannot be restored otherwise. */
export async function backUpBeforeDemoRemoval(
  c: Context<ApiEnv>,
  { withoutBackup }: { withoutBackup: boolean },
): Promise<void> {
  if (withoutBackup) return
  await c.var.services.backUp().catch((error) => {
    c.var.log.warn({ err: error }, 'failed to back up before removing the demo content')
    throw new Refusal('backup-failed')
  })
}

/** All that visitors see may have changed. */
export function invalidateAllCacheTags(c: Context<ApiEnv>): void {
  for (const tag of cacheTags) c.var.invalidate(tag)
}

const MakeOwnRequest = z.strictObject({ ...OwnAnswers.shape, ...demoRemovalShape })

/** `state` is null until the owner has chosen. `isOwn` does not depend on whether the guide is shown. */
const SetUpAnswer = z.strictObject({ state: z.enum(setUpStates).nullable(), isOwn: z.boolean() })

export const setUpRoutes = new Hono<ApiEnv>()
  .get('/', may('settings:read'), answers('Returns the state of the set-up.', SetUpAnswer), async (c) =>
    c.json(await c.var.inSite(readSetUp)),
  )
  .put(
    '/',
    may('settings:edit'),
    body(z.strictObject({ state: z.enum(['exploring', 'dismissed']) })),
    answers('Shows or hides the set-up guide.', SetUpAnswer),
    async (c) => c.json(await c.var.inSite((tx) => chooseSetUp(tx, c.req.valid('json').state))),
  )
  .get(
    '/demo',
    may('settings:read'),
    answers('Counts the demo content, and names what would stay when it is removed.', DemoAnswer),
    async (c) => c.json<DemoContent>(await c.var.inSite((tx) => readDemoContent(tx, c.var.starter.content))),
  )
  .get(
    '/demo/marks',
    may('settings:read'),
    answers('Lists the ids of all demo content.', z.strictObject({ ids: z.array(z.uuid()), hasVisits: z.boolean() })),
    async (c) => c.json(await c.var.inSite((tx) => readDemoMarks(tx, c.var.starter.content))),
  )
  .post(
    '/demo/remove',
    may('settings:edit'),
    body(z.strictObject(demoRemovalShape)),
    answers('Removes the demo content, after a backup. Everything else stays.', DemoAnswer),
    confirmed(),
    async (c) => {
      const options = c.req.valid('json')
      const { content: starter } = c.var.starter
      await backUpBeforeDemoRemoval(c, options)
      const removed = await c.var.edit('site', (tx, context) => removeDemo(tx, { ...options, starter }, context))
      invalidateAllCacheTags(c)
      return c.json<DemoContent>(removed)
    },
  )
  .post(
    '/own',
    may('settings:edit'),
    body(MakeOwnRequest),
    answers('Replaces the demo by the owner’s own website and publishes it, after a backup.', SetUpAnswer),
    confirmed(),
    async (c) => {
      const { keepEdited, withoutBackup, ...given } = c.req.valid('json')
      const { starter, auth } = c.var
      if (!hasPermission(c.var.actor, 'site:edit')) throw new Refusal('not-allowed')
      // Checked again in the transaction; here it saves the time of a backup.
      requireDemoSite(await c.var.inSite(readSetUp))
      await backUpBeforeDemoRemoval(c, { withoutBackup })
      const made = await c.var.edit('site', (tx, context) => {
        const checkSettings = (before: SiteSettings, after: SiteSettings) =>
          refuseInvalidSettings(tx, {
            before: applySettings(starter, before),
            after: applySettings(starter, after),
            draft: after,
          })
        const own = { answers: given, starter, keepEdited, client: clientDetails(auth), checkSettings }
        return replaceDemoByOwnContent(tx, own, context)
      })
      invalidateAllCacheTags(c)
      return c.json(made)
    },
  )
