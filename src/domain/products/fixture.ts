import { filledSite } from '#domain/sites/defaults.ts'
import { leastSite } from '#domain/sites/fixture.ts'
import type { Features } from '#domain/sites/site.ts'

/** Of a site with a shop, for tests. */
export const featuresOf = (changes: Partial<Features> = {}): Features => ({
  ...filledSite(leastSite()).features,
  shop: { enabled: true, type: 'stripe' },
  digitalProducts: true,
  ...changes,
})
