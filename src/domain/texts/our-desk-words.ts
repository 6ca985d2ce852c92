/** What the owner is told about downloads and customers. */
export const ourDeskTexts = {
  ofCancelled: 'This order is cancelled, so nothing of it can be downloaded again.',
  nobodyToAnswer: 'No address of this customer is known any more.',
} as const
