import type { Link, ListText, PageText, PageTexts, SiteContent } from '#domain/pages/content.ts'
import { isLinked, navigationPages, sitePages } from '#domain/sites/pages.ts'
import type { Site } from '#domain/sites/site.ts'

type NavigatedSite = Pick<Site, 'features' | 'navigation'>

const standardLinks = (menu: 'main' | 'footer'): Link[] =>
  navigationPages(menu).map((path) => ({ target: path, label: sitePages[path].title }))

const linksOf = (site: NavigatedSite, menu: 'main' | 'footer'): Link[] =>
  (site.navigation[menu] ?? standardLinks(menu)).filter(({ target }) => isLinked(site, target))

export const mainNavigation = (site: NavigatedSite): Link[] => linksOf(site, 'main')
export const footerNavigation = (site: NavigatedSite): Link[] => linksOf(site, 'footer')

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

/** A path of the site itself, or an address that is safe to follow. */
export function isTarget(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^(https?:\/\/[^/@]+(\/|\?|#|$)|mailto:[^@]+@)/i.test(text) && URL.canParse(text)
}
