import { and, eq, isNull } from 'drizzle-orm'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import { localOf } from '#domain/time/zoned.ts'
import { announcements } from '#server/announcements/table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { addMedia } from '#server/media/actions.ts'
import { websites } from '#server/sites/table.ts'
import { addShow } from '#server/tour/actions.ts'
import { type Demo, demos } from '#sites/demo.ts'

/** Fills each website that has a demo, once in its life; the first of several processes does it. */
export async function fillWithDemo(database: Database, sites: SiteRegistry, owner: string, now: Date): Promise<void> {
  for (const { siteId, folder, zone } of sites.all) {
    const demo = demos[folder]
    if (!demo) continue
    const scope = { websiteId: siteId, role: 'administrator', userId: owner } as const
    await inSite(
      database,
      scope,
      async (tx) => {
        if (await isFirst(tx, siteId, now)) await fill(tx, demo, zone, now)
      },
      { longest: 60_000 },
    )
  }
}

async function isFirst(tx: SiteTx, siteId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(websites)
    .set({ demoFilledAt: now })
    .where(and(eq(websites.websiteId, siteId), isNull(websites.demoFilledAt)))
    .returning()
  return marked.length > 0
}

async function fill(tx: SiteTx, { shows, announcements: said, media }: Demo, zone: string, now: Date): Promise<void> {
  for (const show of shows(localOf(now, zone).date)) await addShow(tx, show)
  await tx.insert(announcements).values(said(now))
  await addMedia(tx, media)
}
