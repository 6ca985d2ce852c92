import type { PlayReport } from '#api/site/previews.ts'
import { tell } from '#web/site/previews/session.ts'

/** Of which product each preview is, as far as it is known; one of which that cannot be known stands for itself. */
const products = new Map<string, string>()
/** What was listened to before that was known. */
const waiting = new Set<string>()
const counted = new Set<string>()

/** Those who want nothing recorded are counted once for each product, as long as the page is open. */
export function countNameless(preview: string): void {
  const product = products.get(preview)
  if (!product) {
    waiting.add(preview)
    return
  }
  waiting.delete(preview)
  if (!counted.has(product)) tell('plays', { preview, seconds: 0, isComplete: false } satisfies PlayReport)
  counted.add(product)
}

/** Now it is known, or never will be. */
export function belongsTo(preview: string, product = preview): void {
  if (!products.has(preview)) products.set(preview, product)
  if (waiting.has(preview)) countNameless(preview)
}

/** Whoever leaves before it is known has listened all the same. */
export function waitNoLonger(): void {
  for (const preview of waiting) belongsTo(preview)
}
