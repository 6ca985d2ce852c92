import { asc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  AwardDraft,
  type CollectionName,
  type Collections,
  PressDraft,
  ReleaseDraft,
  resourceTypeByCollection,
} from '#domain/collections/collection.ts'
import { parseImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import { slugOf, slugPrefix, uniqueSlug } from '#domain/slug.ts'
import { awards, ownCollections, pressQuotes, releases } from '#server/collections/collections-table.ts'
import { type CollectionEntry, createCollectionRepository } from '#server/collections/entries.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { picturesAt } from '#server/images/pictures.ts'

const fieldsOf = <S extends z.ZodObject>({ shape }: S) => Object.keys(shape) as (keyof z.output<S> & string)[]

export type StoredRelease = ReleaseDraft & CollectionEntry & { slug: string }
export type StoredAward = AwardDraft & CollectionEntry
export type StoredPressQuote = PressDraft & CollectionEntry

export const releaseRepository = createCollectionRepository<'releases', 'release', ReleaseDraft, StoredRelease>({
  name: 'releases',
  resourceType: resourceTypeByCollection.releases,
  table: releases,
  fields: fieldsOf(ReleaseDraft),
  nameOf: ({ title }) => title,
  dateOf: ({ released }) => released,
  searched: ['title', 'text', 'credits'],
  columnsOf: (entry) => ({ ...entry, coverAlt: entry.coverAlt ?? null, links: entry.links ?? [] }),
  derived: async (tx, { title }) => {
    const slug = slugOf(title) || 'record'
    const like = `${slugPrefix(slug)}%`
    const found = await tx.select({ slug: releases.slug }).from(releases).where(sql`${releases.slug} like ${like}`)
    return { slug: uniqueSlug(slug, new Set(found.map((each) => each.slug))) }
  },
})

export const awardRepository = createCollectionRepository<'awards', 'award', AwardDraft, StoredAward>({
  name: 'awards',
  resourceType: resourceTypeByCollection.awards,
  table: awards,
  fields: fieldsOf(AwardDraft),
  nameOf: ({ title }) => title,
  dateOf: ({ year }) => String(year),
  searched: ['title', 'by', 'work', 'text'],
  columnsOf: (entry) => ({ ...entry, image: entry.image ?? null, imageAlt: entry.imageAlt ?? null }),
})

export const pressQuoteRepository = createCollectionRepository<'press', 'press_quote', PressDraft, StoredPressQuote>({
  name: 'press',
  resourceType: resourceTypeByCollection.press,
  table: pressQuotes,
  fields: fieldsOf(PressDraft),
  nameOf: ({ source, year }) => `${source}, ${year}`,
  dateOf: ({ year }) => String(year),
  searched: ['quote', 'source', 'author'],
  columnsOf: (entry) => entry,
})

/** What visitors see of the owner's collections, and the uploaded pictures in them. A collection of the starter is absent. */
export type OwnCollections = Partial<Collections> & { pictures: ReadonlyMap<string, Picture> }

/** All of them, with the way to a picture that an entry names. */
export type ShownCollections = Collections & {
  pictureOf: (name: string | null | undefined, alt: string | null | undefined) => Picture | null
}

/** The owner's collections in the place of the starter's. `file` finds the pictures of the site's folder. */
export const mergeCollections = (
  { pictures, ...own }: OwnCollections,
  starter: Collections,
  file: (name: string) => Picture | null,
): ShownCollections => ({
  ...starter,
  ...own,
  pictureOf: (name, alt) => {
    const picture = name ? (pictures.get(name) ?? file(name)) : null
    return picture && { ...picture, alt: alt ?? picture.alt }
  },
})

/** With the rights of a visitor: the policies leave drafts out. */
export async function publishedCollections(tx: SiteTx): Promise<OwnCollections> {
  const own = new Set((await tx.select({ name: ownCollections.name }).from(ownCollections)).map(({ name }) => name))
  const read = async <N extends CollectionName>(name: N, rows: () => Promise<Collections[N]>) =>
    own.has(name) ? { [name]: await rows() } : {}
  const found: Partial<Collections> = {
    ...(await read('releases', () => tx.select().from(releases).orderBy(asc(releases.position), asc(releases.id)))),
    ...(await read('awards', () => tx.select().from(awards).orderBy(asc(awards.position), asc(awards.id)))),
    ...(await read('press', () =>
      tx.select().from(pressQuotes).orderBy(asc(pressQuotes.position), asc(pressQuotes.id)),
    )),
  }
  const named = [...(found.releases ?? []).map(({ cover }) => cover), ...(found.awards ?? []).map(({ image }) => image)]
  const uploaded = named.flatMap((name) => (name && parseImagePath(name) ? [name] : []))
  const pictureAt = await picturesAt(tx, uploaded, () => null)
  const pictures = uploaded.flatMap((address): [string, Picture][] => {
    const picture = pictureAt(address, '')
    return picture ? [[address, picture]] : []
  })
  return { ...found, pictures: new Map(pictures) }
}
