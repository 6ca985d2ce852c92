import type { Site } from '#domain/sites/site.ts'

/**
 * Normalizes a Host header: lower case, without port and trailing dot. An invalid one becomes the empty name, which no
 * site has.
 */
export function normalizeHostName(host: string): string {
  const [, name = ''] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{0,5})?$/.exec(host.toLowerCase()) ?? []
  return name
}

/** All host names of a site. */
export const hostNamesOf = ({ domain, hosts }: Pick<Site, 'domain' | 'hosts'>): string[] => [domain, ...hosts]

/**
 * The domain that visitors see. Starters have reserved domains (RFC 2606); an own site that still has one is shown with the
 * host of its origin.
 */
export const displayDomain = (
  site: Pick<Site, 'name' | 'domain'>,
  starter: Pick<Site, 'name'>,
  origin: string,
): string => (site.name !== starter.name && site.domain.endsWith('.example') ? new URL(origin).hostname : site.domain)
