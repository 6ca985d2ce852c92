import { shareAddress } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { Thing } from '#domain/pages/structured-data.ts'
import { pageHead } from '#web/head.ts'
import type { SiteFrame } from '#web/site-query.ts'

type Words = { title: string; description: string }

/** What a link preview shows: the page's own picture where there is one that can be cut, or else the site's. */
export const sharedImage = (site: SiteFrame, picture: Picture | null | undefined): { path: string; alt: string } =>
  picture && !picture.asIs
    ? { path: shareAddress(picture), alt: picture.alt }
    : { path: site.shareImage, alt: site.name }

/** The head of a page that is known by its path alone. */
export const headAt =
  (path: string, { about = [], picture }: { about?: readonly Thing[]; picture?: Picture | null | undefined } = {}) =>
  ({
    loaderData,
    match,
  }: {
    loaderData?: { words: Words }
    match: { context: { site: SiteFrame } }
  }): Partial<ReturnType<typeof pageHead>> => {
    if (!loaderData) return {}
    const { site } = match.context
    const { title, description } = loaderData.words
    return pageHead(site, { path, title, description, image: sharedImage(site, picture), about })
  }
