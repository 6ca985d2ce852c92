import { sql } from 'drizzle-orm'
import { isOwnPagePart, type SiteDocument } from '#domain/site-editor/document.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { pageAddresses } from '#server/site-editor/page-addresses-table.ts'

/** Notes where the pages of a published document are. An address that was another page's leads to this one from now on. */
export async function recordPageAddresses(tx: SiteTx, document: SiteDocument): Promise<void> {
  const values = Object.keys(document)
    .filter(isOwnPagePart)
    .map((page) => ({ page, address: document[page]!.address }))
  if (values.length === 0) return
  await tx
    .insert(pageAddresses)
    .values(values)
    .onConflictDoUpdate({ target: [pageAddresses.websiteId, pageAddresses.address], set: { page: sql`excluded.page` } })
}
