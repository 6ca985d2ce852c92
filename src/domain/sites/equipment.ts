/** A part that every site needs, and what serves as it here. */
export type Equipment = {
  part: string
  runsOn: string
  /** It lives in this process and its data folder, which is enough to try things out. */
  embedded: boolean
  /** What a grown-up part of its kind is configured with. */
  settings: readonly string[]
}

/** One line for those who run the house in earnest, while a part of it is one to try things out with. */
export function embeddedWarning(equipment: readonly Equipment[]): string | null {
  const named = equipment
    .filter(({ embedded }) => embedded)
    .map(({ part, settings }) => `${part.toLowerCase()} (${settings.join(', ')})`)
  return named.length ? `This is production, but some parts are still embedded: ${named.join(', ')}.` : null
}

/** For the owner of a shop that takes no orders: why, and what to do. Visitors' scripts know no setting by its name. */
export const closedShopWarning =
  'Your shop is not open for orders: no payment service is set up. Visitors see your prices and cannot buy. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to the live keys of your Stripe account and start again; README.md says how.'
