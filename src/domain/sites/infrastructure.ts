/** A part that every site needs, and what serves as it here. */
export type InfrastructurePart = {
  part: string
  runsOn: string
  /** It lives in this process and its data folder, which is enough to try things out. */
  embedded: boolean
  /** The settings that replace the embedded part. */
  settings: readonly string[]
}

/** One line for the operator of a production server that still has embedded parts. */
export function embeddedWarning(infrastructure: readonly InfrastructurePart[]): string | null {
  const named = infrastructure
    .filter(({ embedded }) => embedded)
    .map(({ part, settings }) => `${part.toLowerCase()} (${settings.join(', ')})`)
  return named.length ? `This is production, but some parts are still embedded: ${named.join(', ')}.` : null
}

/** Tells the owner of a shop with test payments how to get real ones. */
export const sandboxWarning =
  'Your shop takes test payments only: orders look real, but no money moves. To take real payments, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET and start again; README.md says how.'

/** Tells the owner of a shop that takes no orders why. Visitors' scripts must not name settings, so this stays here. */
export const closedShopWarning =
  'Your shop is not open for orders: no payment service is set up. Visitors see your prices and cannot buy. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to the live keys of your Stripe account and start again; README.md says how.'
