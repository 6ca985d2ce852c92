import { eq } from 'drizzle-orm'
import type { Site } from '#domain/sites/site.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { websites } from '#server/sites/table.ts'

/**
 * Tells the database of the websites that this process serves. A site that is no longer served keeps its rows. What is
 * known already is not written: another process that fills the site with its demo has the row for as long as that takes.
 */
export async function syncWebsites(database: Database, sites: readonly Pick<Site, 'siteId' | 'name'>[]): Promise<void> {
  for (const { siteId, name } of sites)
    await inSite(database, { websiteId: siteId, role: 'worker' }, async (tx) => {
      const [known] = await tx.select({ name: websites.name }).from(websites).where(eq(websites.websiteId, siteId))
      if (known?.name === name) return
      await tx
        .insert(websites)
        .values({ websiteId: siteId, name })
        .onConflictDoUpdate({ target: websites.websiteId, set: { name } })
    })
}
