import type { LabelledLink, ListText, PageText, PageTexts, SiteContent } from '#domain/pages/content.ts'
import { isExistingPath, isLinkEnabled, navigationPages, sitePages } from '#domain/sites/pages.ts'
import type { Site } from '#domain/sites/site.ts'

type LinkedSite = Pick<Site, 'features' | 'ownPages'>
type NavigatedSite = LinkedSite & Pick<Site, 'navigation'>

/** Whether visitors may follow a link: its page is open, or the owner has made one there. */
export const isReachableLinkTarget = (site: LinkedSite, target: string): boolean =>
  isLinkEnabled(site, target) &&
  (!isOwnLinkTarget(target) || isExistingPath(target) || site.ownPages.includes(pathOfLinkTarget(target)))

/** Whether a target is a path of the site itself. */
export const isOwnLinkTarget = (target: string): boolean => /^\/(?!\/)/.test(target)

/** A target without its query and its hash. */
export const pathOfLinkTarget = (target: string): string => target.split(/[?#]/, 1)[0]!

/** The menu of a site whose owner has not changed it. */
export const standardMenuLinks = (menu: 'main' | 'footer'): LabelledLink[] =>
  navigationPages(menu).map((path) => ({ target: path, label: sitePages[path].title }))

const linksOf = (site: NavigatedSite, menu: 'main' | 'footer'): LabelledLink[] =>
  (site.navigation[menu] ?? standardMenuLinks(menu)).filter(({ target }) => isReachableLinkTarget(site, target))

export const mainMenuLinks = (site: NavigatedSite): LabelledLink[] => linksOf(site, 'main')
export const footerMenuLinks = (site: NavigatedSite): LabelledLink[] => linksOf(site, 'footer')

/** All links nested in a value, each with the path of its target within the value. */
export function linksIn(value: unknown, path = ''): { path: string; link: LabelledLink }[] {
  if (typeof value !== 'object' || value === null) return []
  if ('target' in value && 'label' in value) return [{ path: `${path}target`, link: value as LabelledLink }]
  return Object.entries(value).flatMap(([name, each]) => linksIn(each, `${path}${name}.`))
}

/** The links to pages that this site cannot have. */
export const deadLinks = (value: unknown, ownPages: readonly string[]): { path: string; link: LabelledLink }[] =>
  linksIn(value).filter(
    ({ link: { target } }) =>
      target.startsWith('/') && !isExistingPath(target) && !ownPages.includes(pathOfLinkTarget(target)),
  )

/** The site's content without the links to pages whose feature is off. */
export function withoutClosedLinks(site: LinkedSite & Pick<Site, 'content'>): SiteContent {
  const open = (link: LabelledLink | null) => (link && isReachableLinkTarget(site, link.target) ? link : null)
  const openPage = (page: PageText | ListText) =>
    'empty' in page ? { ...page, empty: { ...page.empty, action: open(page.empty.action) } } : page
  const { pages, notFound, ...others } = site.content
  const openPages = Object.entries(pages).map(([name, page]) => [name, page && openPage(page)])
  return {
    ...others,
    pages: Object.fromEntries(openPages) as PageTexts,
    notFound: { ...notFound, action: open(notFound.action) },
  }
}

/** A path of the site itself, or an address that is safe to follow. */
export function isLinkTarget(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^(https?:\/\/[^/@]+(\/|\?|#|$)|mailto:[^@]+@)/i.test(text) && URL.canParse(text)
}
