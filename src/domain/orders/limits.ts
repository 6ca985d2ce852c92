export const orderPageSizes = [10, 25, 50] as const
/** Whoever looks further back asks for days instead. */
export const lastOrderPage = 10_000
export const longestNote = 2_000
export const mostNotes = 200
export const longestCarrier = 60
export const trackingNumberShape = /^[\dA-Za-z](?:[ -]?[\dA-Za-z]){3,39}$/
