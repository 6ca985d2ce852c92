/** Public pages are made from these. */
const pageTags = ['announcements', 'collections', 'gallery', 'media', 'products', 'site', 'tour'] as const

/**
 * The subjects of a site. An answer or a page carries the tags of what it was made from; an edit names its tag and so
 * invalidates them. No public page is made from those of the second line; edits name them all the same. `hosts` says that
 * there are other websites or hosts than before.
 */
export const cacheTags = [
  ...pageTags,
  ...(['contact', 'drafts', 'jobs', 'mail', 'media-files', 'orders', 'pictures'] as const),
  'hosts' as const,
]
export type CacheTag = (typeof cacheTags)[number]

export type Invalidation = { websiteId: string; tag: CacheTag }

/** Under this name a CDN finds its copies of the pages that were made from a subject of a website. */
export const cdnTagOf = ({ websiteId, tag }: Invalidation): string => `${websiteId}-${tag}`

/**
 * Of which copies a CDN must be purged after an invalidation: all of the website when its hosts have changed or it was
 * closed; null when no page shows the subject.
 */
export function purgedCdnTag({ websiteId, tag }: Invalidation): string | null {
  if (tag === 'hosts') return websiteId
  return pageTags.some((each) => each === tag) ? cdnTagOf({ websiteId, tag }) : null
}
