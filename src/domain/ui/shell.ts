export const toastMs = 5000
export const themeTransitionMs = 200
export const backToTopAfterPx = 300
export const menuMaxWidthPx = 368
export const lazyImageMarginPx = 50
/** In local storage while an administrator is signed in. */
export const adminLinkFlagKey = 'owner'
