import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, max, or, sql } from 'drizzle-orm'
import { type Changes, changedFieldValues, isEqualJson } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  applySettings,
  emptySettings,
  type SettingsDraft,
  type SettingsGroup,
  type SettingValues,
  type SiteSettings,
  settingsGroups,
} from '#domain/sites/settings.ts'
import type { ShippingOption } from '#domain/sites/shop-rules.ts'
import { type Site, type SocialLink, socialIcons } from '#domain/sites/site.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { deliveryRates, settingsHistory, siteSettings } from '#server/sites/settings-table.ts'

export type StoredSettings = SiteSettings & { sequence: number }

const onlyProfile = 'standard'
const onlyBasis = 'subtotal'

export async function readStoredSettings(tx: SiteTx): Promise<StoredSettings> {
  const [found] = await tx.select().from(siteSettings)
  if (!found) return { ...emptySettings, sequence: 0 }
  const { websiteId: _, updatedAt: __, social, delivery, ...others } = found
  return { ...others, social: social?.filter(isKnown) ?? null, delivery: delivery && (await withRates(tx, delivery)) }
}

export async function readSettings(tx: SiteTx): Promise<SiteSettings> {
  const { sequence: _, ...settings } = await readStoredSettings(tx)
  return settings
}

/** The site with the settings of its owner, and without what they have published. */
export const readSiteWithSettings = async (tx: SiteTx, starter: Site): Promise<Site> =>
  applySettings(starter, await readSettings(tx))

/** An icon that a newer version no longer has leaves with its link. */
const isKnown = (link: { link: string; icon: string; label: string }): link is SocialLink =>
  socialIcons.some((icon) => icon === link.icon)

async function withRates(tx: SiteTx, methods: Omit<ShippingOption, 'tiers'>[]): Promise<ShippingOption[]> {
  const rates = await tx.select().from(deliveryRates).orderBy(asc(deliveryRates.from))
  return methods.map(({ id, name, countries, days }) => {
    const own = rates.filter((rate) => rate.zone === id && rate.profile === onlyProfile && rate.basis === onlyBasis)
    return { id, name, countries, days, tiers: own.map(({ from, price }) => ({ fromSubtotal: from, price })) }
  })
}

async function storeRates(tx: SiteTx, delivery: ShippingOption[] | null): Promise<void> {
  await tx.delete(deliveryRates)
  const rates = (delivery ?? []).flatMap(({ id, tiers }) =>
    tiers.map(({ fromSubtotal, price }) => ({ zone: id, from: fromSubtotal, price })),
  )
  if (rates.length) await tx.insert(deliveryRates).values(rates)
}

type Edit = {
  draft: SettingsDraft
  /** The `sequence` that the administrator has seen. */
  expectedSequence: number
  /** The change that a restore brings back. */
  restores?: number
  /** Throws where the settings must not become these. */
  check: (before: StoredSettings, after: SiteSettings) => Promise<void> | void
}

type Changed = { before: StoredSettings; settings: StoredSettings; changes: Changes }

/** Stores the groups that differ. A group that was changed since is a conflict, so that no edit is lost. */
export async function changeSettings(
  tx: SiteTx,
  { draft, expectedSequence, restores, check }: Edit,
  { userId, now }: EditContext,
): Promise<Changed> {
  await tx.insert(siteSettings).values({ updatedAt: now }).onConflictDoNothing()
  const mine = eq(siteSettings.websiteId, scopeOf(tx).websiteId)
  const [{ updatedAt } = { updatedAt: now }] = await tx.select().from(siteSettings).where(mine).for('update')
  const before = await readStoredSettings(tx)
  const groups = settingsGroups.filter(
    (group) => draft[group] !== undefined && !isEqualJson(before[group], draft[group]),
  )
  const last = await lastChanges(tx)
  if (groups.some((group) => (last.get(group) ?? 0) > expectedSequence) || before.sequence < expectedSequence)
    throw new Refusal('conflict')
  const wanted = Object.fromEntries(groups.map((group) => [group, draft[group]])) as Partial<SiteSettings>
  const after = { ...before, ...wanted }
  const changes = changedFieldValues<SiteSettings>(before, after, groups)
  if (!groups.length) return { before, settings: before, changes }
  await check(before, after)
  const sequence = before.sequence + 1
  const unrecorded = groups.filter((group) => !last.has(group) && before[group] !== null)
  const entry = (group: SettingsGroup, value: SiteSettings[SettingsGroup]) => ({ group, value: asValue(value) })
  await tx.insert(settingsHistory).values([
    // What was set before there was a history must not be lost by the first change.
    ...unrecorded.map((group) => ({ ...entry(group, before[group]), number: before.sequence, createdAt: updatedAt })),
    ...groups.map((group) => ({
      ...entry(group, after[group]),
      number: sequence,
      restores: restores ?? null,
      userId,
      createdAt: now,
    })),
  ])
  if (wanted.delivery !== undefined) await storeRates(tx, wanted.delivery)
  const { delivery, ...values } = wanted
  const methods = delivery?.map(({ tiers: _, ...method }) => method) ?? null
  await tx
    .update(siteSettings)
    .set({ ...values, ...(delivery !== undefined && { delivery: methods }), sequence, updatedAt: now })
    .where(mine)
  // As for a publication: the other processes are told even when this one ends right after the commit.
  await notifyCaches(tx, scopeOf(tx).websiteId, 'site')
  return { before, settings: { ...after, sequence }, changes }
}

const asValue = (value: SiteSettings[SettingsGroup]) => value as SettingValues[SettingsGroup] | null

/** The number of the last change of each group. */
async function lastChanges(tx: SiteTx): Promise<Map<SettingsGroup, number>> {
  const { group, number } = settingsHistory
  const rows = await tx
    .select({ group, number: max(number) })
    .from(settingsHistory)
    .groupBy(group)
  return new Map(rows.map((row) => [row.group, row.number ?? 0]))
}

export type StoredChange = Omit<typeof settingsHistory.$inferSelect, 'websiteId'> & {
  /** The value that the group had before. */
  before: SettingValues[SettingsGroup] | null
  /** No later change of the group exists. */
  isCurrent: boolean
}

/** An entry of the history: later changes do not shift the page after it. */
export type SettingsHistoryPosition = Pick<StoredChange, 'number' | 'group'>

/** A page of the changes of these groups, the newest first, from the one after `after` on. */
export async function settingsChanges(
  tx: SiteTx,
  { groups, after, size }: { groups: SettingsGroup[]; after: SettingsHistoryPosition | null; size: number },
): Promise<{ changes: StoredChange[]; next: SettingsHistoryPosition | null }> {
  const { websiteId: _, ...columns } = getTableColumns(settingsHistory)
  const ofGroup = sql`over (partition by ${columns.group} order by ${columns.number})`
  const all = tx
    .select({
      ...columns,
      before: sql<StoredChange['before']>`lag(${columns.value}) ${ofGroup}`.as('before'),
      isCurrent: sql<boolean>`lead(${columns.number}) ${ofGroup} is null`.as('is_current'),
    })
    .from(settingsHistory)
    .where(inArray(columns.group, groups))
    .as('history')
  const isLater =
    after && or(lt(all.number, after.number), and(eq(all.number, after.number), gt(all.group, after.group)))
  const rows = await tx
    .select()
    .from(all)
    .where(isLater ?? undefined)
    .orderBy(desc(all.number), asc(all.group))
    .limit(size + 1)
  const changes = rows.slice(0, size)
  return { changes, next: rows.length > size ? changes.at(-1)! : null }
}

/** What the groups of a change became by it. */
export async function settingsOfHistoryEntry(tx: SiteTx, number: number, group: SettingsGroup): Promise<SettingsDraft> {
  const rows = await tx.select().from(settingsHistory).where(eq(settingsHistory.number, number))
  const found = rows.find((row) => row.group === group)
  if (!found) throw new Refusal('not-found')
  return { [group]: found.value }
}
