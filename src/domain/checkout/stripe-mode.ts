/** A session of Stripe's test mode or of our sandbox: no money moved. */
export const isTestSession = (sessionId: string): boolean => sessionId.startsWith('cs_test_')

/** Session ids of the sandbox are shorter than Stripe's. */
export const isSandboxSession = (sessionId: string): boolean => /^cs_test_[0-9a-f]{32}$/.test(sessionId)

/** Whether the text contains a live key (secret, restricted, publishable or of an organisation), also quoted or in a list. */
export const isLiveKey = (text: string): boolean => /(?<![A-Za-z0-9])(sk|rk|pk|sk_org)_live_/.test(text)
