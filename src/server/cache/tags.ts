/**
 * The subjects of a site. An answer or a page carries the tags of what it was made from; an edit names its tag and so
 * invalidates them. No public page is made from those of the second line; edits name them all the same. `hosts` says that
 * there are other websites or hosts than before.
 */
export const cacheTags = [
  ...(['announcements', 'collections', 'gallery', 'media', 'products', 'site', 'tour'] as const),
  ...(['contact', 'drafts', 'jobs', 'mail', 'media-files', 'orders', 'pictures'] as const),
  'hosts' as const,
]
export type CacheTag = (typeof cacheTags)[number]

export type Invalidation = { websiteId: string; tag: CacheTag }
