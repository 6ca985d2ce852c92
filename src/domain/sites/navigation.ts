import type { Link } from '#domain/pages/content.ts'
import { hasAwards, hasDiscography, hasGallery, hasMedia, hasPress, hasShop, hasTour } from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

const standardMain: Link[] = [
  { target: '/tour', label: 'Tour' },
  { target: '/shop', label: 'Shop' },
  { target: '/gallery', label: 'Gallery' },
  { target: '/discography', label: 'Discography' },
  { target: '/awards', label: 'Awards' },
  { target: '/media', label: 'Media' },
  { target: '/history', label: 'History' },
  { target: '/contact', label: 'Contact' },
]

const standardFooter: Link[] = [
  { target: '/contact', label: 'Contact' },
  { target: '/privacy', label: 'Privacy' },
  { target: '/terms', label: 'Terms' },
]

type Navigated = Pick<Site, 'features' | 'navigation'>

export const mainNavigation = (site: Navigated): Link[] =>
  (site.navigation.main ?? standardMain).filter(({ target }) => isLinked(site, target))

export const footerNavigation = (site: Navigated): Link[] =>
  (site.navigation.footer ?? standardFooter).filter(({ target }) => isLinked(site, target))

const features: Record<string, (site: Pick<Site, 'features'>) => boolean> = {
  tour: hasTour,
  shop: hasShop,
  gallery: hasGallery,
  discography: hasDiscography,
  awards: hasAwards,
  media: hasMedia,
  press: hasPress,
}

/** Some pages answer even when their feature is off; the site just does not lead anyone to them. */
export function isLinked(site: Pick<Site, 'features'>, target: string): boolean {
  const page = /^\/([a-z-]+)/.exec(target)?.[1]
  const has = page && Object.hasOwn(features, page) ? features[page] : undefined
  return has ? has(site) : true
}

/** A path of the site itself, or an address that is safe to follow. */
export function isTarget(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^(https?:\/\/[^/@]+(\/|\?|#|$)|mailto:[^@]+@)/i.test(text) && URL.canParse(text)
}
