import { and, inArray, ne, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { LabelledLink } from '#domain/pages/content.ts'
import { ownPagesOf, type PartName, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { linkedSlug, linksOfPart } from '#domain/site-editor/links.ts'
import { pathOfLinkTarget } from '#domain/sites/navigation.ts'
import { isExistingPath } from '#domain/sites/pages.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { products } from '#server/products/table.ts'
import { pageAddresses } from '#server/site-editor/page-addresses-table.ts'
import { performances } from '#server/tour/table.ts'

/**
 * The links of a document, in fields and in Markdown, whose target does not exist on this site: a deleted show, product or
 * page. Shows and products that visitors do not see yet count as existing, because they may be published later.
 */
export async function deadLinksIn(
  tx: SiteTx,
  document: SiteDocument,
): Promise<{ part: PartName; link: LabelledLink }[]> {
  const links = partNamesIn(document).flatMap((part) =>
    linksOfPart(part, document[part]).map((link) => ({ part, link })),
  )
  if (links.length === 0) return []
  const targets = links.map(({ link }) => link.target)
  const pages = await addressesOf(tx, document)
  const shows = await slugsOf(tx, performances, slugsIn('tour', targets))
  const shop = await slugsOf(tx, products, slugsIn('shop', targets), ne(products.status, 'archived'))
  const isThere = (target: string): boolean => {
    const [show, product] = [linkedSlug('tour', target), linkedSlug('shop', target)]
    if (show !== null) return shows.has(show)
    if (product !== null) return shop.has(product)
    return isExistingPath(target) || pages.has(pathOfLinkTarget(target))
  }
  return links.filter(({ link }) => !isThere(link.target))
}

const slugsIn = (page: 'tour' | 'shop', targets: string[]): string[] =>
  targets.map((target) => linkedSlug(page, target)).filter((slug) => slug !== null)

async function slugsOf(
  tx: SiteTx,
  table: PgTable & { slug: PgColumn },
  wanted: string[],
  condition?: SQL,
): Promise<Set<unknown>> {
  if (wanted.length === 0) return new Set()
  const found = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(and(inArray(table.slug, wanted), condition))
  return new Set(found.map(({ slug }) => slug))
}

/** The addresses of the own pages, and earlier ones that redirect to them. */
async function addressesOf(tx: SiteTx, document: SiteDocument): Promise<Set<string>> {
  const kept = await tx.select({ address: pageAddresses.address, page: pageAddresses.page }).from(pageAddresses)
  return new Set([
    ...ownPagesOf(document).map(({ address }) => address),
    ...kept.filter(({ page }) => document[page]).map(({ address }) => address),
  ])
}
