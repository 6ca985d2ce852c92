import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmedWhen, hasConfirmed, may } from '#api/guards.ts'
import type { Changes } from '#domain/activity/activity.ts'
import { fieldName } from '#domain/activity/words.ts'
import { Refusal } from '#domain/refusal.ts'
import { SettingsDraft } from '#domain/sites/settings.ts'
import { type Site, socialIcons } from '#domain/sites/site.ts'
import { listAccess } from '#server/accounts/access.ts'
import { clientDetails } from '#server/accounts/auth-context.ts'
import { contactAddressMail } from '#server/accounts/mails.ts'
import { record } from '#server/activity/record.ts'
import { queueMail } from '#server/mail/queue.ts'
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

/** The address that messages went to, and the one that they go to now. */
function contactAddresses({ contactEmail }: Changes, { contact }: Site) {
  const effective = (value: unknown) => (typeof value === 'string' ? value : contact.email)
  return contactEmail
    ? { before: effective(contactEmail.before), after: effective(contactEmail.after) }
    : { before: null, after: null }
}

/** Settings that override the site's file. */
export const settings = new Hono<ApiEnv>()
  .get(
    '/',
    may('settings:read'),
    answers('Returns the settings and the values of the site file.', EditedSettings),
    async (c) => c.json(present(await c.var.inSite(storedSettings), c.var.starter)),
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
      const { auth, starter: site } = c.var
      // The role of the transaction below may not read addresses of accounts.
      const { administrators } = await listAccess(auth)
      const saved = await c.var.edit('site', async (tx, { userId, now }) => {
        const { settings: stored, changes } = await changeSettings(tx, draft, { expectedVersion: sequence, now })
        if (changes.contactEmail && !isConfirmed) throw new Refusal('confirmation-required')
        const fields = Object.keys(changes)
        const details = { changes, ...clientDetails(auth) }
        const line = { resourceType: 'settings', action: 'updated', userId, details } as const
        if (fields.length) await record(tx, { ...line, resourceName: fields.map(fieldName).join(', ') }, now)
        const addresses = contactAddresses(changes, site)
        if (addresses.before === addresses.after) return stored
        const emails = new Map(administrators.map((one) => [one.userId, one.email]))
        const by = emails.get(userId) ?? 'An administrator'
        for (const to of new Set([...emails.values(), ...(addresses.before ? [addresses.before] : [])]))
          await queueMail(tx, contactAddressMail(auth, to, { by, ...addresses }))
        return stored
      })
      return c.json(present(saved, site))
    },
  )
