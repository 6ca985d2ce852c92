export const toastMs = 5000
export const themeChangeMs = 200
export const backToTopAfterPx = 300
export const menuMaxWidthPx = 368
export const imageMarginPx = 50
/** In local storage while somebody is signed in to the admin area. */
export const ownerMarkKey = 'owner'
