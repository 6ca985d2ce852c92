export const cartErrorTexts = {
  title: 'Cart Error',
  message: 'There was an issue with your cart. Please refresh to continue shopping.',
  refresh: 'Refresh Cart',
} as const
