import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, confirmedWhen, hasConfirmed, may, params, query, timestamp } from '#api/guards.ts'
import { changedFieldLabel } from '#domain/activity/words.ts'
import { Refusal } from '#domain/refusal.ts'
import { jsonDifferences } from '#domain/site-editor/document-changes.ts'
import { featureFlagNames, shopTypes } from '#domain/sites/features.ts'
import {
  applySettings,
  needsSettingsConfirmation,
  SettingsDraft,
  type SettingsGroup,
  type SiteSettings,
  settingsGroups,
  settingsOf,
  settingsProblems,
  shopWarnings,
} from '#domain/sites/settings.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'
import { type Site, socialIcons } from '#domain/sites/site.ts'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import { settingsTexts } from '#domain/texts/own-site-editor-words.ts'
import { listAccess } from '#server/accounts/access.ts'
import { contactAddressMail } from '#server/accounts/administrator-mails.ts'
import { clientDetails } from '#server/accounts/auth-context.ts'
import { recordActivity } from '#server/activity/record.ts'
import { hasTakenOrders } from '#server/checkout/lifecycle.ts'
import { asRole, type EditContext, type SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'
import {
  changeSettings,
  readStoredSettings,
  type SettingsHistoryPosition,
  settingsChanges,
  settingsOfHistoryEntry,
} from '#server/sites/settings.ts'

const changesOnPage = 10
const text = z.string()
const flag = z.boolean()
const amount = z.int()
const days = z.strictObject({ from: amount, to: amount })
const rates = z.strictObject({
  ...(Object.fromEntries(vatKinds.map((kind) => [kind, amount.optional()])) as Record<
    (typeof vatKinds)[number],
    z.ZodOptional<typeof amount>
  >),
  standard: amount,
})

/** Null means: as in the starter, the site's file. */
const SettingsAnswer = z.strictObject({
  contactEmail: text.nullable(),
  social: z.array(z.strictObject({ link: text, icon: z.enum(socialIcons), label: text })).nullable(),
  features: z
    .strictObject({
      shop: z.strictObject({ enabled: flag, type: z.enum(shopTypes) }),
      media: z.strictObject({ enabled: flag }),
      ...(Object.fromEntries(featureFlagNames.map((name) => [name, flag])) as Record<
        (typeof featureFlagNames)[number],
        typeof flag
      >),
    })
    .nullable(),
  mailingList: z
    .strictObject({
      enabled: flag,
      listName: text,
      productionDomain: text.nullable(),
      showInFooter: flag,
      showOnHomepage: flag,
      title: text,
      description: text,
    })
    .nullable(),
  region: z.strictObject({ locale: text, zone: text, currency: text }).nullable(),
  delivery: z
    .array(
      z.strictObject({
        id: text,
        name: text,
        countries: z.union([z.literal('rest'), z.array(text)]),
        days,
        tiers: z.array(z.strictObject({ fromSubtotal: amount, price: amount })),
      }),
    )
    .nullable(),
  vat: z.strictObject({ pricesIncludeVat: flag, rates: z.record(text, rates) }).nullable(),
  downloads: z.strictObject({ allowed: amount, days: amount }).nullable(),
  passwords: z
    .strictObject({
      minLength: amount,
      uppercase: flag,
      lowercase: flag,
      number: flag,
      special: z.literal(['standard', 'extended', false]),
    })
    .nullable(),
})

const AdminSettings = SettingsAnswer.extend({
  /** The number of the last change; send it back with a change. */
  sequence: z.int(),
  /** The values of the starter, the site's file. */
  starter: SettingsAnswer,
  /** There are orders or open checkouts. */
  isCurrencyLocked: flag,
  /** What works, but perhaps not as the owner thinks. */
  warnings: z.array(text),
})
export type AdminSettings = z.output<typeof AdminSettings>

const group = z.enum(settingsGroups)
const HistoryChange = z.strictObject({
  number: z.int(),
  group,
  at: timestamp,
  /** The email address of the administrator; null for one without access, or before there was a history. */
  by: text.nullable(),
  restores: z.int().nullable(),
  isCurrent: flag,
  isAsInStarter: flag,
  changes: z.array(
    z.strictObject({
      path: z.array(z.union([z.string(), z.number()])),
      before: text.nullable(),
      after: text.nullable(),
    }),
  ),
})
export type SettingsHistoryChange = z.output<typeof HistoryChange>

/** `12-delivery` */
const HistoryEntryId = z.templateLiteral([z.int().min(0).max(1_000_000_000), '-', group])
export type SettingsHistoryCursor = z.output<typeof HistoryEntryId>

const HistoryAnswer = z.strictObject({
  changes: z.array(HistoryChange),
  /** Ask for the changes after this one; null: there are none. */
  next: HistoryEntryId.nullable(),
})
const HistoryRequest = z.object({
  groups: z.string().max(200),
  after: HistoryEntryId.optional(),
})

/** Delivery methods are compared by their names, as an owner knows them, where no two have the same. */
function byName(value: SiteSettings[SettingsGroup]): unknown {
  if (!Array.isArray(value)) return value
  const named = new Map(value.flatMap((each) => ('tiers' in each ? [[each.name, each] as const] : [])))
  return named.size === value.length && named.size > 0 ? Object.fromEntries(named) : value
}

function historyEntryOf(text: SettingsHistoryCursor): SettingsHistoryPosition {
  const [number, name] = text.split('-')
  return { number: Number(number), group: group.parse(name) }
}

/** As the answer declares them: what the program does not know is left out. */
function present(settings: SiteSettings): z.output<typeof SettingsAnswer> {
  const { social, ...others } = settings
  return SettingsAnswer.parse({
    ...others,
    social: social?.map(({ link, icon, label }) => ({ link, icon, label })) ?? null,
  })
}

async function editedSettings(c: Context<ApiEnv>, tx: SiteTx): Promise<AdminSettings> {
  const { sequence, ...settings } = await readStoredSettings(tx)
  const { starter } = c.var
  return {
    ...present(settings),
    sequence,
    starter: present(settingsOf(starter)),
    isCurrencyLocked: await isCurrencyLocked(tx),
    warnings: shopWarnings(applySettings(starter, settings)),
  }
}

/** The role of an administrator sees no open checkouts. */
const isCurrencyLocked = (tx: SiteTx) => asRole(tx, 'worker', () => hasTakenOrders(tx))

type SaveRequest = { draft: SettingsDraft; expectedSequence: number; restores?: number }

/** Stores and records a change, and mails all administrators about a new contact address. */
async function save(c: Context<ApiEnv>, edit: SaveRequest): Promise<AdminSettings> {
  const isConfirmed = hasConfirmed(c)
  const { auth, starter } = c.var
  // The role of the transaction below may not read addresses of accounts.
  const { administrators } = await listAccess(auth)
  const emails = new Map(administrators.map((one) => [one.userId, one.email]))
  return c.var.edit('site', async (tx, context) => {
    const check = async (stored: SiteSettings, wanted: SiteSettings) => {
      const [before, after] = [applySettings(starter, stored), applySettings(starter, wanted)]
      await refuseInvalidSettings(tx, { before, after, draft: edit.draft })
      if (needsSettingsConfirmation(settingsOf(before), settingsOf(after)) && !isConfirmed)
        throw new Refusal('confirmation-required')
    }
    const { before, settings, changes } = await changeSettings(tx, { ...edit, check }, context)
    const resourceName = Object.keys(changes).map(changedFieldLabel).join(', ')
    const details = { changes, ...clientDetails(auth) }
    const action = edit.restores === undefined ? 'updated' : 'restored'
    if (resourceName)
      await recordActivity(
        tx,
        { resourceType: 'settings', action, userId: context.userId, resourceName, details },
        context.now,
      )
    await mailContactAddress(c, tx, { before, after: settings, emails, context })
    return editedSettings(c, tx)
  })
}

type ChangedSettings = { before: Site; after: Site; draft: SettingsDraft }

export async function refuseInvalidSettings(tx: SiteTx, { before, after, draft }: ChangedSettings): Promise<void> {
  const all = Object.entries(settingsProblems(after))
  const own = all.filter(([group]) => draft[group as keyof SettingsDraft] !== undefined)
  const problems = Object.fromEntries(own.length ? own : all)
  if (before.currency !== after.currency && (await isCurrencyLocked(tx))) problems.region = settingsTexts.currencyLocked
  if (Object.keys(problems).length) throw new Refusal('invalid', { fields: problems })
}

type ContactAddressChange = {
  before: SiteSettings
  after: SiteSettings
  emails: Map<string, string>
  context: EditContext
}

async function mailContactAddress(
  c: Context<ApiEnv>,
  tx: SiteTx,
  { before, after, emails, context }: ContactAddressChange,
) {
  const { auth, starter } = c.var
  const [old, now] = [before, after].map(({ contactEmail }) => contactEmail ?? starter.contact.email)
  if (old === now) return
  const by = emails.get(context.userId) ?? 'An administrator'
  for (const to of new Set([...emails.values(), ...(old ? [old] : [])]))
    await queueMail(tx, contactAddressMail(auth, to, { by, before: old ?? null, after: now ?? null }))
}

const confirmedFieldsText =
  'the contact address, the mailing list, the currency, the kind of shop or the rules for passwords changes'

/** Settings that stand in the place of what the starter says, in effect as soon as they are saved. */
export const settingsRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    may('settings:read'),
    answers('Returns the settings and the values of the starter.', AdminSettings),
    async (c) => c.json(await c.var.inSite((tx) => editedSettings(c, tx))),
  )
  .put(
    '/',
    may('settings:edit'),
    body(SettingsDraft.extend({ sequence: z.int().min(0) })),
    answers('Updates the settings.', AdminSettings),
    confirmedWhen(confirmedFieldsText),
    async (c) => {
      const { sequence: expectedSequence, ...draft } = c.req.valid('json')
      return c.json(await save(c, { draft, expectedSequence }))
    },
  )
  .get(
    '/history',
    may('settings:read'),
    query(HistoryRequest),
    answers('Lists the changes of groups of settings, the newest first.', HistoryAnswer),
    async (c) => {
      const { groups: wanted, after } = c.req.valid('query')
      const { administrators } = await listAccess(c.var.auth)
      const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
      const starter = settingsOf(c.var.starter)
      const groups = settingsGroups.filter((name) => wanted.split(',').includes(name))
      const { changes, next } = await c.var.inSite((tx) =>
        settingsChanges(tx, { groups, after: after ? historyEntryOf(after) : null, size: changesOnPage }),
      )
      return c.json({
        next: next && (`${next.number}-${next.group}` as const),
        changes: changes.map(({ number, group, value, before, userId, createdAt, restores, isCurrent }) => ({
          number,
          group,
          at: createdAt.toISOString(),
          by: (userId && emails.get(userId)) ?? null,
          restores,
          isCurrent,
          isAsInStarter: value === null,
          changes: jsonDifferences(byName(before ?? starter[group]), byName(value ?? starter[group])),
        })),
      })
    },
  )
  .post(
    '/history/:number/:group/restore',
    may('settings:edit'),
    params(z.object({ number: z.coerce.number().int().min(0).max(1_000_000_000), group })),
    body(z.strictObject({ sequence: z.int().min(0) })),
    answers('Restores the values that a group of settings had after an earlier change.', AdminSettings),
    confirmed(),
    async (c) => {
      const { number, group } = c.req.valid('param')
      const kept = await c.var.inSite((tx) => settingsOfHistoryEntry(tx, number, group))
      const read = SettingsDraft.safeParse(kept)
      // The rules may be stricter than when it was stored.
      if (!read.success)
        throw new Refusal('invalid', { fields: { [group]: problemSentence(read.error.issues[0]!.message) } })
      return c.json(
        await save(c, { draft: read.data, expectedSequence: c.req.valid('json').sequence, restores: number }),
      )
    },
  )
