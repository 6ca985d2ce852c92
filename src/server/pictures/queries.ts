import { and, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { PictureFilter, PictureRequest } from '#domain/pictures/picture-list.ts'
import type { PictureUse } from '#domain/pictures/uses.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { pictureColumns, type StoredPicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { isPictureUsedSql, pictureUsesByHash } from '#server/pictures/uses.ts'

/** A picture of the library with the places that show it. */
export type LibraryPicture = StoredPicture & { uses: PictureUse[] }

/** A removed picture is back as soon as something shows it, for example after an undo. */
const inLibrary = or(isNull(pictures.removedAt), isPictureUsedSql())

export async function findPictures(
  tx: SiteTx,
  { q, show, sort, direction, page, size }: PictureRequest,
): Promise<{ pictures: LibraryPicture[]; total: number }> {
  const shownName = sql`lower(coalesce(nullif(${pictures.fileName}, ''), ${pictures.name}))`
  const { rows, total } = await pageOf(tx, {
    rows: tx.select(pictureColumns).from(pictures).$dynamic(),
    from: pictures,
    where: and(
      inLibrary,
      containsWords(q, pictures.fileName, pictures.name, pictures.alt, pictures.hash),
      show && filterCondition(show),
    ),
    orderBy: [orderByDirection(direction, sort === 'name' ? shownName : pictures.createdAt), desc(pictures.id)],
    page,
    size,
  })
  return { pictures: await attachPictureUses(tx, rows), total }
}

function filterCondition(show: PictureFilter): SQL | undefined {
  if (show === 'unused') return not(isPictureUsedSql())
  if (show === 'undescribed') return and(eq(pictures.alt, ''), eq(pictures.isDecorative, false))
  return isPictureUsedSql(show)
}

export async function pictureById(tx: SiteTx, id: string): Promise<LibraryPicture> {
  const found = await tx
    .select(pictureColumns)
    .from(pictures)
    .where(and(eq(pictures.id, id), inLibrary))
  const [picture] = await attachPictureUses(tx, found)
  if (!picture) throw new Refusal('not-found')
  return picture
}

export async function attachPictureUses(tx: SiteTx, found: readonly StoredPicture[]): Promise<LibraryPicture[]> {
  const uses = await pictureUsesByHash(
    tx,
    found.map(({ hash }) => hash),
  )
  return found.map((picture) => ({ ...picture, uses: uses.get(picture.hash) ?? [] }))
}

export const lockPictures = (tx: SiteTx, ids: readonly string[]): Promise<StoredPicture[]> =>
  tx
    .select(pictureColumns)
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
    .orderBy(pictures.id)
    .for('update')
