// Apart from `order.ts`: the address of the order list is read by scripts that every page loads.

export const orderStatuses = ['paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]
