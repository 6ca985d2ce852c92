import {
  hasAwards,
  hasDiscography,
  hasGallery,
  hasMedia,
  hasPress,
  hasShop,
  hasTour,
  sellsDigital,
  takesCards,
  type WithFeatures,
} from '#domain/sites/features.ts'
import { footerTexts } from '#domain/texts/own-frame-words.ts'

type Feature = (site: WithFeatures) => boolean

export type SitePage = {
  /** The label of its link in the standard navigation. */
  title: string
  /** The page is 404 while this feature is off. */
  requires?: Feature
  /** The page always answers; while this feature is off the site does not link to it. */
  linkedWith?: Feature
  /** `checkout` pages have capacity of their own when the server is overloaded. */
  kind?: 'checkout'
  /** The HTML is the same for all visitors, so the page cache may hold it. */
  cacheable?: true
  /** Nothing can be done on the page without scripts, so they load with it and not after it. */
  needsScripts?: true
  navigation?: readonly ('main' | 'footer')[]
  /** In the sitemap under its own path. The sitemap adds the pages of single shows and products by itself. */
  sitemap?: true
  /** The site's content has texts for the list on this page (`content.pages`). */
  list?: true
  /** The owner may put sections around what the page always has, under this name. */
  sections?: string
}

/**
 * All pages of the public site, in the order of the navigation and the sitemap; paths as the router spells them. A new
 * page is one entry here, its route file in `app/routes/_site` and its content.
 */
export const sitePages = {
  '/': { title: 'Home', cacheable: true, sitemap: true, sections: 'home' },
  '/tour': {
    title: 'Tour',
    linkedWith: hasTour,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'tour',
  },
  '/tour/$slug': { title: 'Show', linkedWith: hasTour, cacheable: true },
  '/shop': {
    title: 'Shop',
    requires: hasShop,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'shop',
  },
  '/shop/contact': { title: 'Shop', requires: hasShop, cacheable: true },
  '/shop/$slug': { title: 'Product', linkedWith: hasShop, cacheable: true },
  '/gallery': {
    title: 'Gallery',
    linkedWith: hasGallery,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'gallery',
  },
  '/discography': {
    title: 'Discography',
    requires: hasDiscography,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'discography',
  },
  '/awards': {
    title: 'Awards',
    requires: hasAwards,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'awards',
  },
  '/press': { title: 'Press', requires: hasPress, cacheable: true, sitemap: true, list: true, sections: 'press' },
  '/media': {
    title: 'Media',
    linkedWith: hasMedia,
    cacheable: true,
    navigation: ['main'],
    sitemap: true,
    list: true,
    sections: 'media',
  },
  '/history': { title: 'History', cacheable: true, navigation: ['main'], sitemap: true, sections: 'history' },
  '/contact': { title: 'Contact', cacheable: true, navigation: ['main', 'footer'], sitemap: true, sections: 'contact' },
  '/privacy': { title: 'Privacy', cacheable: true, navigation: ['footer'], sitemap: true },
  '/terms': { title: 'Terms', cacheable: true, navigation: ['footer'], sitemap: true },
  '/cart': { title: 'Cart', requires: takesCards, kind: 'checkout', cacheable: true, needsScripts: true },
  '/checkout': { title: 'Checkout', requires: takesCards, kind: 'checkout', cacheable: true, needsScripts: true },
  '/payment/confirm': { title: 'Your order', requires: takesCards, kind: 'checkout' },
  '/orders/find': { title: footerTexts.findOrder, cacheable: true, needsScripts: true },
  '/downloads/$token': { title: 'Your downloads' },
  '/privacy/verify-export/$token': { title: 'Your data' },
  '/reset-password': { title: 'New password' },
  '/auth/callback': { title: 'Confirm your address' },
} as const satisfies Record<string, SitePage>

type Pages = typeof sitePages
export type PagePath = keyof Pages

const entries = Object.entries(sitePages) as [PagePath, SitePage][]
const pathsWith = (has: (page: SitePage, path: PagePath) => unknown): PagePath[] =>
  entries.filter(([path, page]) => has(page, path)).map(([path]) => path)

/** Routes of the admin area that exist on some sites only. */
const adminRoutes = {
  '/admin/shop': hasShop,
  '/admin/shop/uploads': sellsDigital,
  '/admin/orders': hasShop,
  '/admin/media': hasMedia,
  '/admin/digital-analytics': sellsDigital,
  '/admin/downloads': sellsDigital,
  '/admin/customer-support': sellsDigital,
}

type ClosedPage = { [P in PagePath]: Pages[P] extends { requires: Feature } ? P : never }[PagePath]
export type ConditionalRoute = ClosedPage | keyof typeof adminRoutes

export function isRouteEnabled(site: WithFeatures, route: ConditionalRoute): boolean {
  const required = route in adminRoutes ? adminRoutes[route as keyof typeof adminRoutes] : requiredBy(route as PagePath)
  return required?.(site) ?? true
}
const requiredBy = (path: PagePath): Feature | undefined => (sitePages[path] as SitePage).requires

/** Whether the site links to this target. All paths below a page need that page's feature; other targets need none. */
export function isLinkEnabled(site: WithFeatures, target: string): boolean {
  const section = /^\/[a-z-]+/.exec(target)?.[0] ?? ''
  const { requires, linkedWith }: Partial<SitePage> = Object.hasOwn(sitePages, section)
    ? sitePages[section as PagePath]
    : {}
  return (requires ?? linkedWith)?.(site) ?? true
}

export const navigationPages = (menu: 'main' | 'footer'): PagePath[] =>
  pathsWith(({ navigation }) => navigation?.includes(menu))

export const sitemapPages = (site: WithFeatures): PagePath[] =>
  pathsWith(({ sitemap }, path) => sitemap && isLinkEnabled(site, path))

export const pageKindOf = (path: string): 'page' | 'checkout' =>
  (Object.hasOwn(sitePages, path) ? (sitePages[path as PagePath] as SitePage).kind : undefined) ?? 'page'

const slug = '[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?'
const cacheablePath = new RegExp(
  `^(?:${pathsWith(({ cacheable }) => cacheable)
    .map((path) => path.replace('$slug', slug))
    .join('|')})$`,
)

/** Whether the page cache may hold the page at this path. */
export const isCacheablePage = (path: string): boolean => cacheablePath.test(path) || canBeOwnPagePath(path)

export const needsScripts = (path: string): boolean =>
  Object.hasOwn(sitePages, path) && (sitePages[path as PagePath] as SitePage).needsScripts === true

/** There are a few pages with a fixed path, and as many pages of single shows and products as a client can invent. */
export const hasFixedPath = (path: string): boolean => Object.hasOwn(sitePages, path)

type ListName<P> = P extends `/${infer Name}` ? Name : never
type ListPath = { [P in PagePath]: Pages[P] extends { list: true } ? P : never }[PagePath]
export type StandardListPage = ListName<Exclude<ListPath, ClosedPage>>
export type FeatureListPage = ListName<ListPath & ClosedPage>

const listNames = (isClosed: boolean) =>
  pathsWith(({ list, requires }) => list && Boolean(requires) === isClosed).map((path) => path.slice(1))
/** Pages with a list that answer on every site, and those that only a feature opens. */
export const standardListPages = listNames(false) as StandardListPage[]
export const featureListPages = listNames(true) as FeatureListPage[]

type SectionsOf<P> = P extends { sections: infer Name } ? Name : never
/** The pages on which an owner may have sections, by the name under which they are stored. */
export type SectionPage = { [P in PagePath]: SectionsOf<Pages[P]> }[PagePath]
export const sectionPages = Object.fromEntries(
  entries.flatMap(([path, { sections }]) => (sections ? [[sections, path]] : [])),
) as Record<SectionPage, PagePath>
export const sectionPageNames = Object.keys(sectionPages) as SectionPage[]

const ownAddress = /^\/[a-z0-9]+(?:-[a-z0-9]+)*$/
/** First steps of paths that are no pages of the public site. */
const reservedFirstSegments =
  'admin api assets dev files fonts functions healthz images internal metrics preview previews readyz sandbox'.split(
    ' ',
  )
const takenFirstSegments = new Set([...entries.map(([path]) => path.split('/')[1]!), ...reservedFirstSegments])

/** Why a page of the owner's cannot have this address; null when it can. */
export function ownAddressProblem(address: string): string | null {
  if (address.length > 61) return 'must be at most 60 characters long'
  if (!ownAddress.test(address)) return 'must be words in lower case joined by hyphens, such as /house-concerts'
  return takenFirstSegments.has(address.slice(1)) ? 'is an address of the website itself' : null
}
/** Whether a page of the owner's may be there. */
export const canBeOwnPagePath = (target: string): boolean => ownAddressProblem(target.split(/[?#]/, 1)[0]!) === null

const existingPath = new RegExp(
  `^(?:${pathsWith(() => true)
    .map((path) => path.replaceAll(/\$\w+/g, '[^/]+'))
    .join('|')}|/(?:sitemap\\.xml|feed\\.xml|tour\\.ics)|/(?:images|media/files)/.+)$`,
)

/** Whether a path of the site leads anywhere. A show, a product or a file that it names may still be missing. */
export const isExistingPath = (target: string): boolean => existingPath.test(target.split(/[?#]/, 1)[0]!)

const nonPagePattern = /^\/(api|functions|images|media\/files|previews|sandbox)(\/|$)|\.[^/]*$/

/** Whether the router can show this path; calendars, feeds, files and pictures are no pages. */
export const isPagePath = (link: string): boolean =>
  link.startsWith('/') && !nonPagePattern.test(link.split(/[?#]/, 1)[0]!)
