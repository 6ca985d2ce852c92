/** Counted and nothing else: nothing goes along that tells who it was. Also while the page closes. */
export function tellAdded({ productId, variantId }: { productId: string; variantId: string | null }): void {
  const said = new Blob([JSON.stringify({ productId, variantId })], { type: 'application/json' })
  navigator.sendBeacon?.('/api/analytics/cart', said)
}
