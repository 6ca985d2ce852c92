export const orderTexts = {
  notFound: 'Order not found',
  notYetCreated: 'Order not yet created - payment may still be processing',
} as const

export const orderAdminTexts = {
  cannotCancel: ({ status }: { status: string }) => `Cannot cancel order with status: ${status}`,
  permission: 'Database permission error - contact support',
  token: 'Authentication error - please refresh and try again',
} as const
