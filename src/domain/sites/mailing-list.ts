import type { Site } from '#domain/sites/site.ts'

/** Where a mail that asks to subscribe goes, or null when the site has no list. */
export function mailingListAddress({ domain, features }: Pick<Site, 'domain' | 'features'>): string | null {
  const { enabled, listName, productionDomain } = features.mailingList
  return enabled ? `${listName}@${productionDomain ?? domain}` : null
}
