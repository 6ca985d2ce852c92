/** The form that a check was made for: contact form and order look-up take each other's tokens, the checkout its own. */
export const humanCheckAction = 'contact_form' as const
export const checkoutCheckAction = 'checkout' as const
export type HumanCheckAction = typeof humanCheckAction | typeof checkoutCheckAction
export const humanCheckWaitMs = 30_000
/** A check that was passed longer ago counts no more. */
export const humanCheckLifetimeMs = 300_000

/** What the page must know to have its visitor checked. */
export type HumanCheckOffer = { provider: 'altcha' } | { provider: 'turnstile'; siteKey: string }
