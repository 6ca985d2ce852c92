export const cartErrorTexts = {
  title: 'Cart Error',
  message: 'There was an issue with your cart. Please refresh to continue shopping.',
  refresh: 'Refresh Cart',
} as const

export const orderTexts = {
  notFound: 'Order not found',
  notYetCreated: 'Order not yet created - payment may still be processing',
} as const

export const orderAdminTexts = {
  cannotCancel: ({ status }: { status: string }) => `Cannot cancel order with status: ${status}`,
  permission: 'Database permission error - contact support',
  token: 'Authentication error - please refresh and try again',
} as const

export const productAdminTexts = {
  hasActiveOrders: ({ name, n }: { name: string; n: number }) =>
    `Cannot delete product "${name}". It has ${n} active order(s).`,
  hasDownloads: ({ name }: { name: string }) =>
    `Cannot delete product "${name}". It has digital download records. The product has been archived instead.`,
  hasOrderHistory: ({ name }: { name: string }) =>
    `Cannot delete product "${name}". It has order history. The product has been archived instead.`,
  alreadyArchived: 'Product is already archived',
  notArchived: 'Only archived products can be restored',
} as const

export const downloadTexts = {
  noFileInformation: 'Failed to get file information',
} as const
