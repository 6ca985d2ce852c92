import { notFound } from '@tanstack/react-router'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { type ConditionalRoute, routeIsOpen } from '#domain/sites/routes.ts'

/**
 * A route whose feature is off on this site is as absent as one that never was. One that says in words of its own what
 * is missing on it names the route around it, which says that the page is.
 */
export const onlyWhenOpen =
  (route: ConditionalRoute, around?: '/_site') =>
  ({ context }: { context: { site: Pick<PublicSite, 'features'> } }) => {
    if (!routeIsOpen(context.site, route)) throw notFound(around ? { routeId: around } : {})
  }
