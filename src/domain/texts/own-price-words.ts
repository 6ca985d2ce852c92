/** Of the amount field of products whose buyers name their price. */
export const priceTexts = {
  label: 'Name your price',
  minimum: ({ least }: { least: string }) => `${least} or more.`,
  anyAmount: 'Any amount you like, or nothing.',
  unreadable: 'Please enter an amount like 12.50.',
  belowMinimum: ({ least }: { least: string }) => `Please enter ${least} or more.`,
  belowCharge: ({ least }: { least: string }) => `The smallest payment is ${least}.`,
} as const
