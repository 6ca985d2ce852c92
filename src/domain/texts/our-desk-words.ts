/** What the owner is told about downloads and customers. */
export const ourDeskTexts = {
  ofCancelled: 'This order is cancelled, so nothing of it can be downloaded again.',
  expired: 'This download has expired. Make it last longer first.',
  withdrawn: 'This download was withdrawn. Give it back first.',
  nobodyToAnswer: 'No address of this customer is known any more.',
} as const

/** Said to whoever helps a customer. */
export const supportTexts = {
  unknownLink: 'No order has this download link. Please check that it is whole, or ask for the order number.',
} as const
