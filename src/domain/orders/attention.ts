/** What an owner must look at in an order, from the least to the most that is known of it. */
export const attentions = ['stock-gone', 'refund-failed', 'disputed', 'dispute-won', 'dispute-lost'] as const
export type Attention = (typeof attentions)[number]

export const attentionWords: Record<Attention, string> = {
  'stock-gone': 'This was paid for, but not everything in it is left. Refund it, or agree on something with the buyer.',
  'refund-failed':
    'The buyer’s bank has sent a refund back. Agree with the buyer on another way, or ask your payment service.',
  disputed: 'The buyer has disputed this payment with their bank. Answer in your payment account.',
  'dispute-won': 'A dispute about this payment was decided for you.',
  'dispute-lost': 'A dispute about this payment was decided for the buyer: the money has gone back.',
}

/** Whatever is heard of first, what is known in the end is the same. */
export function graver(before: string | null, heard: Attention): Attention {
  const known = attentions.find((each) => each === before)
  return known && attentions.indexOf(known) > attentions.indexOf(heard) ? known : heard
}
