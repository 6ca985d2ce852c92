/** Where the browser's local storage keeps the cart. */
export const cartKey = 'cart'
