import {
  hasAwards,
  hasDiscography,
  hasMedia,
  hasPress,
  hasShop,
  sellsDigital,
  takesCards,
} from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

/** Routes that exist on some sites only. Every other route is always open. */
const conditions = {
  '/shop': hasShop,
  '/shop/contact': hasShop,
  '/cart': takesCards,
  '/checkout': takesCards,
  '/payment/confirm': takesCards,
  '/awards': hasAwards,
  '/discography': hasDiscography,
  '/press': hasPress,
  '/admin/shop': hasShop,
  '/admin/shop/uploads': sellsDigital,
  '/admin/orders': hasShop,
  '/admin/media': hasMedia,
  '/admin/digital-analytics': sellsDigital,
  '/admin/downloads': sellsDigital,
  '/admin/customer-support': sellsDigital,
}

export type ConditionalRoute = keyof typeof conditions

export const routeIsOpen = (site: Pick<Site, 'features'>, route: ConditionalRoute): boolean => conditions[route](site)
