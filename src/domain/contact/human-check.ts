/** The form that a check is for. Contact form and order look-up share their tokens; the checkout has its own. */
export const humanCheckAction = 'contact_form' as const
export const checkoutCheckAction = 'checkout' as const
export type HumanCheckAction = typeof humanCheckAction | typeof checkoutCheckAction
export const humanCheckWaitMs = 30_000
/** How long a passed check is accepted. */
export const humanCheckLifetimeMs = 300_000

/** What the page needs to run the check. */
export type HumanCheckOffer = { provider: 'altcha' } | { provider: 'turnstile'; siteKey: string }
