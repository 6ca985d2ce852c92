import { isChargeableCurrency } from '#domain/chargeable-currencies.ts'
import { type ContrastPair, failingPairs } from '#domain/sites/contrast.ts'
import { takesCards } from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

/** Fields of a site that are each valid by themselves, but not together. `part` is what has to change in its document. */
export type Contradiction = { part: 'theme' | null; text: string }

export function siteContradictions(site: Site): Contradiction[] {
  return [...paymentContradictions(site), ...contrastContradictions(site)]
}

const paymentContradictions = (site: Site): Contradiction[] =>
  takesCards(site) && !isChargeableCurrency(site.currency)
    ? [{ part: null, text: `the shop takes cards, and ${site.currency} cannot be charged to a card here` }]
    : []

/** What visitors could not read, in the words of an owner; a colour that several texts stand on is named once. */
function contrastContradictions({ theme }: Site): Contradiction[] {
  const worst = new Map<string, ContrastPair>()
  for (const pair of failingPairs(theme)) {
    const key = pair.changes.join()
    if (pair.ratio < (worst.get(key)?.ratio ?? 21)) worst.set(key, pair)
  }
  return [...worst.values()].map(({ variant, text, background, use, ratio, needed }) => ({
    part: 'theme',
    text: `${variant} theme: ${text.name} on ${background.name} (${use}) has contrast ${contrastRatioText(ratio)}, and ${needed} is needed`,
  }))
}

/** Never rounded up to what is needed. */
export const contrastRatioText = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2)
