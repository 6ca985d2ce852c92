import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { draftPreviewId, previewHeader } from '#domain/site-editor/preview.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { type CurrentSite, readCurrentSite } from '#server/site-editor/current-site.ts'
import { creatorOfPreviewLink } from '#server/site-editor/preview-links.ts'

type Deps = { database: Database; starter: Site; actor: Actor; now: Date }

/**
 * The draft, for a request that belongs to a preview: an administrator’s own, or that of a link. Null for any other
 * request. A preview is only looked at: nothing is sold, mailed or edited by a draft. `userId` is who may see it, or who
 * has made the link.
 */
export async function loadPreviewedSite(
  request: Request,
  { database, starter, actor, now }: Deps,
): Promise<{ current: CurrentSite; userId: string } | null> {
  const key = request.headers.get(previewHeader)
  if (key === null) return null
  const websiteId = starter.siteId
  const userId =
    key === draftPreviewId
      ? administratorOf(actor)
      : await creatorOfPreviewLink(database, { websiteId, token: key, now })
  if (!userId) throw new Refusal('preview-ended')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('preview-only-shows')
  const scope = { websiteId, role: 'preview', userId } as const
  return { current: await inSite(database, scope, (tx) => readCurrentSite(tx, starter, 'draft')), userId }
}

function administratorOf(actor: Actor): string {
  if (actor.kind === 'visitor') throw new Refusal('not-signed-in')
  if (actor.kind !== 'administrator' || actor.authenticatedBy !== 'session') throw new Refusal('preview-ended')
  return actor.userId
}
