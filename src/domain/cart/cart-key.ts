/** Key in local storage. A file of its own, because every page loads it. */
export const cartKey = 'cart'

/** Event on the window: storage was declined, and the cart stays in this tab only. */
export const cartDeclinedEvent = 'cart-declined'
