import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmedWhen, hasConfirmed, may } from '#api/guards.ts'
import { Refusal } from '#domain/refusal.ts'
import { SettingsDraft } from '#domain/sites/settings.ts'
import { type Site, socialIcons } from '#domain/sites/site.ts'
import { record } from '#server/activity/record.ts'
import { changeSettings, type StoredSettings, storedSettings } from '#server/sites/settings.ts'

const text = z.string()
const Social = z.array(z.strictObject({ link: text, icon: z.enum(socialIcons), label: text }))
const EditedSettings = z.strictObject({
  /** Null means: as in the site's file. */
  contactEmail: text.nullable(),
  social: Social.nullable(),
  /** The version for optimistic locking; send it back with a change. */
  sequence: z.int(),
  /** The values of the site's file. */
  file: z.strictObject({ contactEmail: text.nullable(), social: Social }),
})
export type EditedSettings = z.output<typeof EditedSettings>

const named = ({ link, icon, label }: Site['social'][number]) => ({ link, icon, label })

const present = ({ contactEmail, social, sequence }: StoredSettings, site: Site): EditedSettings => ({
  contactEmail,
  social: social?.map(named) ?? null,
  sequence,
  file: { contactEmail: site.contact.email, social: site.social.map(named) },
})

/** Settings that override the site's file. */
export const settings = new Hono<ApiEnv>()
  .get(
    '/',
    may('settings:read'),
    answers('Returns the settings and the values of the site file.', EditedSettings),
    async (c) => c.json(present(await c.var.inSite(storedSettings), c.var.site)),
  )
  .put(
    '/',
    may('settings:edit'),
    body(SettingsDraft.extend({ sequence: z.int().min(0) })),
    answers('Updates the settings.', EditedSettings),
    confirmedWhen('the contact address changes'),
    async (c) => {
      const { sequence, ...draft } = c.req.valid('json')
      const isConfirmed = hasConfirmed(c)
      const saved = await c.var.edit('site', async (tx, { userId, now }) => {
        const { settings: stored, changes } = await changeSettings(tx, draft, { seen: sequence, now })
        if (changes.contactEmail && !isConfirmed) throw new Refusal('confirmation-required')
        const line = { resourceType: 'settings', action: 'updated', userId, details: { changes } } as const
        if (Object.keys(changes).length) await record(tx, line, now)
        return stored
      })
      return c.json(present(saved, c.var.site))
    },
  )
