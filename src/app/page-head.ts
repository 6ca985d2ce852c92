import type { Thing } from '#domain/pages/structured-data.ts'
import { pageHead } from '#web/head.ts'
import type { SiteFrame } from '#web/site-query.ts'

type Words = { title: string; description: string }

/** The head of a page that is known by its path alone. */
export const headAt =
  (path: string, about: readonly Thing[] = []) =>
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
    return pageHead(site, { path, title, description, image: site.shareImage, about })
  }
