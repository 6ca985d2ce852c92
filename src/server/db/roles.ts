/** Who acts in a transaction. The process itself logs in as none of them, so outside `inSite` it may do nothing. */
export const roles = ['visitor', 'administrator', 'checkout', 'auth_service', 'worker'] as const

export type Role = (typeof roles)[number]
