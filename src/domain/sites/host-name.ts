import type { Site } from '#domain/sites/site.ts'

/**
 * The name in a Host header as sites are known by it: in lower case, without port and trailing dot. What cannot be a
 * host is the empty name, which no site has.
 */
export function normalizeHostName(host: string): string {
  const [, name = ''] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{0,5})?$/.exec(host.toLowerCase()) ?? []
  return name
}

/** Every name that leads to a site. */
export const hostNamesOf = ({ domain, hosts }: Pick<Site, 'domain' | 'hosts'>): string[] => [domain, ...hosts]

/**
 * The domain that visitors read. The starters have domains that nobody can own (RFC 2606); a site that is no longer the
 * demo artist's is where it really lives.
 */
export const displayDomain = (
  site: Pick<Site, 'name' | 'domain'>,
  starter: Pick<Site, 'name'>,
  origin: string,
): string => (site.name !== starter.name && site.domain.endsWith('.example') ? new URL(origin).hostname : site.domain)
