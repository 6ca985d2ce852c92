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
