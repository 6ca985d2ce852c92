/** Names the form in the human check, so that a token made for another one is worth nothing here. */
export const humanCheckAction = 'contact_form' as const
/** The same for those who want to keep more than their share of the stock. */
export const checkoutCheckAction = 'checkout' as const
export type HumanCheckAction = typeof humanCheckAction | typeof checkoutCheckAction
export const humanCheckWaitMs = 30_000
/** A check that was passed longer ago counts no more. */
export const humanCheckLifetimeMs = 300_000

/** What the page must know to have its visitor checked. */
export type HumanCheckOffer = { provider: 'altcha' } | { provider: 'turnstile'; siteKey: string }
