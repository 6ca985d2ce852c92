import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { previewLinkLifetimeMs } from '#domain/site-editor/preview.ts'
import { isAdministrator } from '#server/accounts/access.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type EditContext, inSite, type SiteTx } from '#server/db/in-site.ts'
import { previewLinks } from '#server/site-editor/preview-links-table.ts'

export type PreviewLink = Omit<typeof previewLinks.$inferSelect, 'websiteId' | 'tokenHash'>

/** Enough for all who review a draft, and few enough to keep track of. */
export const maxPreviewLinks = 50

/** Those that still work, the newest first. */
export const listPreviewLinks = (tx: SiteTx, now: Date): Promise<PreviewLink[]> =>
  tx.select().from(previewLinks).where(gt(previewLinks.expiresAt, now)).orderBy(desc(previewLinks.createdAt))

/** The token is in the answer and nowhere else. */
export async function createPreviewLink(
  tx: SiteTx,
  note: string,
  { userId, now }: EditContext,
): Promise<{ link: PreviewLink; token: string }> {
  if ((await listPreviewLinks(tx, now)).length >= maxPreviewLinks) throw new Refusal('too-many-preview-links')
  const token = newToken()
  const link = { id: newId(), note, userId, createdAt: now, expiresAt: new Date(+now + previewLinkLifetimeMs) }
  await tx.insert(previewLinks).values({ ...link, tokenHash: hashToken(token) })
  await recordActivity(
    tx,
    { resourceType: 'preview_link', resourceName: note || 'preview link', action: 'created', userId },
    now,
  )
  return { link, token }
}

export async function deletePreviewLink(tx: SiteTx, id: string, { userId, now }: EditContext): Promise<void> {
  const [deleted] = await tx.delete(previewLinks).where(eq(previewLinks.id, id)).returning({ note: previewLinks.note })
  if (!deleted) throw new Refusal('not-found')
  const resourceName = deleted.note || 'preview link'
  await recordActivity(tx, { resourceType: 'preview_link', resourceName, action: 'deleted', userId }, now)
}

/**
 * The administrator who made the link with this token; null when it does not work any more. A link ends with the access of
 * its creator.
 */
export async function creatorOfPreviewLink(
  database: Database,
  { websiteId, token, now }: { websiteId: string; token: string; now: Date },
): Promise<string | null> {
  const tokenHash = hashTokenIfValid(token)
  if (!tokenHash) return null
  return inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    const [found] = await tx
      .select({ userId: previewLinks.userId })
      .from(previewLinks)
      .where(and(eq(previewLinks.tokenHash, tokenHash), gt(previewLinks.expiresAt, now)))
    return found && (await isAdministrator(tx, { userId: found.userId, now })) ? found.userId : null
  })
}

export const sweepPreviewLinks = (tx: SiteTx, now: Date) =>
  tx.delete(previewLinks).where(lte(previewLinks.expiresAt, now))
