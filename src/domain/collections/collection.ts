import { z } from 'zod'
import type { ResourceType } from '#domain/activity/activity.ts'
import type { Award, PressQuote, Release } from '#domain/pages/content.ts'
import { awardSchema, imageSchema, lineSchema, pressQuoteSchema, releaseSchema } from '#domain/sites/content-schema.ts'

/** Lists of a site that come from its starter until the owner edits them. Each has a table and a feature of its own. */
export const collectionNames = ['releases', 'awards', 'press'] as const
export type CollectionName = (typeof collectionNames)[number]

/** What the starter and the owner's tables have in common: the entries that visitors see, in their order. */
export type Collections = { releases: Release[]; awards: Award[]; press: PressQuote[] }

const publicationField = { isPublished: z.boolean().default(false) }

/** The address of a release on its page is made from its title once, and then stays. */
export const ReleaseDraft = releaseSchema
  .omit({ slug: true })
  .extend({ coverAlt: lineSchema.nullable().default(null), links: releaseSchema.shape.links.unwrap().default([]) })
  .extend(publicationField)
export type ReleaseDraft = z.output<typeof ReleaseDraft>
export const AwardDraft = awardSchema
  .extend({ image: imageSchema.nullable().default(null), imageAlt: lineSchema.nullable().default(null) })
  .extend(publicationField)
export type AwardDraft = z.output<typeof AwardDraft>
export const PressDraft = pressQuoteSchema.extend(publicationField)
export type PressDraft = z.output<typeof PressDraft>

export const resourceTypeByCollection = {
  releases: 'release',
  awards: 'award',
  press: 'press_quote',
} as const satisfies Record<CollectionName, ResourceType>

/** Where a new entry belongs in an order with the newest first: before the first one that is not newer. */
export const insertionIndexByDate = (dates: readonly string[], date: string): number => {
  const at = dates.findIndex((each) => each <= date)
  return at < 0 ? dates.length : at
}
