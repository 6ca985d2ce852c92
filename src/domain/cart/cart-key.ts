/** Key in local storage. A file of its own, because every page loads it. */
export const cartKey = 'cart'
