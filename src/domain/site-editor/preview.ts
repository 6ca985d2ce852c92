/** Names the preview that a request belongs to: `draft` for administrators, or the token of a preview link. */
export const previewHeader = 'x-preview'
export const draftPreviewId = 'draft'

export type SitePreview = {
  /** Before the path of each page: `/admin/site/preview`. */
  base: string
  /** The value of the header. */
  key: string
}

/** For how long a preview link works. */
export const previewLinkLifetimeMs = 7 * 24 * 60 * 60 * 1000

export const draftPreviewBasePath = '/admin/site/preview'
export const previewLinkBasePath = (token: string): string => `/preview/${token}`

const previewLinkPattern = /^\/preview\/([A-Za-z0-9_-]{43})(?=\/|$)/

/** The preview that an address belongs to; null for any other page. */
export function parsePreviewPath(path: string): SitePreview | null {
  if (path === draftPreviewBasePath || path.startsWith(`${draftPreviewBasePath}/`))
    return { base: draftPreviewBasePath, key: draftPreviewId }
  const [base, token] = previewLinkPattern.exec(path) ?? []
  return base && token ? { base, key: token } : null
}

/** The path of the page that a preview shows: `/tour`. */
export const previewedPath = (path: string, { base }: SitePreview): string => path.slice(base.length) || '/'
