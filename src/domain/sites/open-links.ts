import type { Link, ListText, PageText, PageTexts, SiteContent } from '#domain/pages/content.ts'
import { isLinked } from '#domain/sites/navigation.ts'
import type { Site } from '#domain/sites/site.ts'

/** The site's content without the links to pages whose feature is off. */
export function withOpenLinks(site: Pick<Site, 'features' | 'content'>): SiteContent {
  const open = (link: Link | null) => (link && isLinked(site, link.target) ? link : null)
  const openPage = (page: PageText | ListText) =>
    'empty' in page ? { ...page, empty: { ...page.empty, action: open(page.empty.action) } } : page
  const { home, pages, notFound, ...lists } = site.content
  const openPages = Object.entries(pages).map(([name, page]) => [name, page && openPage(page)])
  return {
    ...lists,
    home: {
      ...home,
      hero: { ...home.hero, action: open(home.hero.action) },
      intro: { ...home.intro, action: open(home.intro.action) },
    },
    pages: Object.fromEntries(openPages) as PageTexts,
    notFound: { ...notFound, action: open(notFound.action) },
  }
}
