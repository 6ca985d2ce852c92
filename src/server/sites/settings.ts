import { eq, sql } from 'drizzle-orm'
import { type Changes, changesBetween } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SettingsDraft } from '#domain/sites/settings.ts'
import { asInFile, type SiteSettings } from '#domain/sites/settings.ts'
import { type SocialLink, socialIcons } from '#domain/sites/site.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { siteSettings } from '#server/sites/settings-table.ts'

export type StoredSettings = SiteSettings & { sequence: number }

const { contactEmail, social, sequence } = siteSettings
const columns = { contactEmail, social, sequence }
type Row = { contactEmail: string | null; social: { link: string; icon: string; label: string }[] | null }

export async function storedSettings(tx: SiteTx): Promise<StoredSettings> {
  const [found] = await tx.select(columns).from(siteSettings)
  return found ? { ...known(found), sequence: found.sequence } : { ...asInFile, sequence: 0 }
}

export async function readSettings(tx: SiteTx): Promise<SiteSettings> {
  const { sequence: _, ...settings } = await storedSettings(tx)
  return settings
}

/** Refuses a save that is based on an older version, so that no edit of another administrator is lost. */
export async function changeSettings(
  tx: SiteTx,
  draft: SettingsDraft,
  { expectedVersion, now }: { expectedVersion: number; now: Date },
): Promise<{ settings: StoredSettings; changes: Changes }> {
  await tx.insert(siteSettings).values({ updatedAt: now }).onConflictDoNothing()
  const mine = eq(siteSettings.websiteId, scopeOf(tx).websiteId)
  const [before] = await tx.select(columns).from(siteSettings).where(mine).for('update')
  if (before!.sequence !== expectedVersion) throw new Refusal('conflict')
  const changes = changesBetween<SiteSettings>(known(before!), draft, ['contactEmail', 'social'])
  if (Object.keys(changes).length === 0) return { settings: { ...draft, sequence: expectedVersion }, changes }
  const [after] = await tx
    .update(siteSettings)
    .set({ ...draft, sequence: sql`${sequence} + 1`, updatedAt: now })
    .where(mine)
    .returning(columns)
  return { settings: { ...known(after!), sequence: after!.sequence }, changes }
}

/** An icon that a newer version no longer has leaves with its link. */
const known = (row: Row): SiteSettings => ({
  contactEmail: row.contactEmail,
  social: row.social?.filter(isKnown) ?? null,
})
const isKnown = (link: { link: string; icon: string; label: string }): link is SocialLink =>
  socialIcons.some((icon) => icon === link.icon)
