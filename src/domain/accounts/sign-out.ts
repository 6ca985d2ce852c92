export const signOutAttempts = 3
/** How long to wait before the second and the third attempt. */
export const signOutWaitsMs = [2000, 4000] as const
export const signingOutClearsAfterMs = 30_000
