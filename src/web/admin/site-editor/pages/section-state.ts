import type { WithFeatures } from '#domain/sites/features.ts'
import { type PlacedSection, sectionKinds } from '#sections/kinds.ts'

/** Whether visitors do not see sections of this kind because the site has switched off what they show. */
export function isSectionOff(site: WithFeatures, kind: PlacedSection['kind']): boolean {
  if (kind === 'main') return false
  const { requires } = sectionKinds[kind] as { requires?: (site: WithFeatures) => boolean }
  return requires?.(site) === false
}
