import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PictureUse, PictureUseKind } from '#domain/pictures/uses.ts'
import { valuesInUndoableRows } from '#server/activity/undoable-delete.ts'
import type { CacheTag } from '#server/cache/tags.ts'
import { awards, releases } from '#server/collections/collections-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { mediaItems } from '#server/media/table.ts'
import { productImages, products } from '#server/products/table.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { performances } from '#server/tour/table.ts'

/** A column with the address of a picture, or with a text that has addresses in it. */
type ContentPictureColumn = {
  kind: PictureUseKind
  /** What visitors see of it is invalidated when the picture changes. */
  tag: CacheTag
  column: PgColumn
  /** The row that an owner opens to change it. */
  id: PgColumn
  name: SQLWrapper
  /** Raised when the picture is replaced, so that an open editor does not bring the old one back. */
  version: { id: PgColumn; sequence: PgColumn }
}

/**
 * Every column of content that names pictures by their address. The list of uses, the warning before a delete, replacing
 * and the sweep read it; a new column belongs here. The gallery names its pictures by their id, and the versions of the
 * website name them anywhere in their documents: `allUses` has both too.
 */
export const pictureColumnsOfContent: readonly ContentPictureColumn[] = [
  {
    kind: 'show',
    tag: 'tour',
    column: performances.imageUrl,
    id: performances.id,
    name: sql`concat_ws(', ', ${performances.date}, ${performances.venue}, ${performances.city})`,
    version: performances,
  },
  {
    kind: 'product',
    tag: 'products',
    column: productImages.imageUrl,
    id: productImages.productId,
    name: sql`(select ${products.name} from ${products} where ${products.websiteId} = ${productImages.websiteId} and ${products.id} = ${productImages.productId})`,
    version: products,
  },
  {
    kind: 'media',
    tag: 'media',
    column: mediaItems.posterUrl,
    id: mediaItems.id,
    name: mediaItems.title,
    version: mediaItems,
  },
  {
    kind: 'release',
    tag: 'collections',
    column: releases.cover,
    id: releases.id,
    name: releases.title,
    version: releases,
  },
  {
    kind: 'award',
    tag: 'collections',
    column: awards.image,
    id: awards.id,
    name: awards.title,
    version: awards,
  },
]

/** What an edit of a picture may change for visitors. */
export const cacheTagsOfPictures: readonly CacheTag[] = [
  ...new Set(pictureColumnsOfContent.map(({ tag }) => tag)),
  'gallery',
  'site',
]

/** `/images/<hash>/…` names the picture of that hash. */
const hashPattern = '/images/([0-9a-f]{16})/'
const hashesIn = (text: SQLWrapper) => sql`regexp_matches(${text}, ${hashPattern}::text, 'g') as match`
const mayName = (text: SQLWrapper) => sql`${text} like '%/images/%'`

const inPlace = ({ kind, column, id, name }: ContentPictureColumn): SQL => sql`
  select distinct ${kind}::text as kind, ${id}::text as id, ${name}::text as name, true as "isCurrent", match[1] as hash
  from ${column.table}, ${hashesIn(column)} where ${mayName(column)}`

/** Until an hour after its removal an image can be restored. */
const inGallery = sql`
  select 'gallery', ${galleryImages.id}::text, coalesce(nullif(${galleryImages.caption}, ''), ${galleryImages.alt}),
    ${galleryImages.removedAt} is null, ${pictures.hash}
  from ${galleryImages} join ${pictures}
    on ${pictures.websiteId} = ${galleryImages.websiteId} and ${pictures.id} = ${galleryImages.pictureId}`

const documentText = sql`${siteVersions.document}::text`
const inVersions = sql`
  select distinct 'version', ${siteVersions.number}::text, ${siteVersions.state}::text,
    ${siteVersions.state} <> 'superseded', match[1]
  from ${siteVersions}, ${hashesIn(documentText)} where ${mayName(documentText)}`

const allUses = sql.join([...pictureColumnsOfContent.map(inPlace), inGallery, inVersions], sql` union all `)

/** Whether something that visitors see, or that is being edited, shows the picture of a row. */
export const isPictureUsedSql = (kind?: PictureUseKind): SQL => sql`${pictures.hash} in (
  select hash from (${allUses}) as uses where "isCurrent" ${kind ? sql`and kind = ${kind}` : sql``})`

/** Where these pictures are used, by their hash; what visitors see first. */
export async function pictureUsesByHash(tx: SiteTx, hashes: readonly string[]): Promise<Map<string, PictureUse[]>> {
  const found = new Map<string, PictureUse[]>(hashes.map((hash) => [hash, []]))
  if (!hashes.length) return found
  const { rows } = await tx.execute<PictureUse & { hash: string }>(sql`
    select * from (${allUses}) as uses
    where hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))
    order by not "isCurrent", kind, name, id`)
  for (const { hash, kind, id, name, isCurrent } of rows) found.get(hash)?.push({ kind, id, name, isCurrent })
  return found
}

/** The hashes of all pictures that anything names: also old versions, and rows that an undo would restore. */
export function usedPictureHashes(tx: SiteTx, now: Date): SQL {
  const kept = pictureColumnsOfContent.map(({ column }) => {
    const values = valuesInUndoableRows(tx, column, now).as('deleted')
    return sql`select match[1] from ${values}, ${hashesIn(values.value)}`
  })
  return sql.join([sql`select hash from (${allUses}) as uses`, ...kept], sql` union `)
}

const addressesOf = (hash: string) => `/images/${hash}/[a-z0-9-]+\\.[a-z]+`

/** Names another picture in every column that names this one. */
export async function replacePictureAddresses(
  tx: SiteTx,
  { hash, address }: { hash: string; address: string },
  now: Date,
): Promise<void> {
  for (const { column, id, version } of pictureColumnsOfContent) {
    const names = sql`${column} ~ ${addressesOf(hash)}::text`
    const name = sql.identifier(toSnakeCase(column.name))
    // The versions first: afterwards no row names it any more.
    await tx.execute(sql`
      update ${version.id.table} set ${sql.identifier('sequence')} = ${version.sequence} + 1, updated_at = ${now.toISOString()}::timestamptz
      where ${version.id} in (select ${id} from ${column.table} where ${names})`)
    await tx.execute(
      sql`update ${column.table} set ${name} = regexp_replace(${column}, ${addressesOf(hash)}::text, ${address}::text, 'g') where ${names}`,
    )
  }
}
