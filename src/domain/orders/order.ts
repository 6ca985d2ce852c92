export const orderStatuses = ['paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Customers still wait for something. */
export const activeStatuses = ['paid', 'processing', 'shipped'] as const satisfies readonly OrderStatus[]
