/** The form that a check is for. Contact form and order look-up share their tokens; the checkout has its own. */
export const contactCheckAction = 'contact_form' as const
export const checkoutCheckAction = 'checkout' as const
export type HumanCheckAction = typeof contactCheckAction | typeof checkoutCheckAction
export const humanCheckTimeoutMs = 30_000
/** How long a passed check is accepted. */
export const humanCheckLifetimeMs = 300_000

/** What the page needs to run the check. */
export type HumanCheckConfig = { provider: 'altcha' } | { provider: 'turnstile'; siteKey: string }
