/** Of a payment in which no money moved: Stripe's test mode or our own sandbox. */
export const isTestSession = (sessionId: string): boolean => sessionId.startsWith('cs_test_')

/** The sandbox's own sessions have shorter names than those of Stripe. */
export const isSandboxSession = (sessionId: string): boolean => /^cs_test_[0-9a-f]{32}$/.test(sessionId)
