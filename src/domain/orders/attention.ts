// Apart from `order.ts`: the scripts of every page hold the order statuses, and only the admin area these sentences.

/** Why an order needs the owner's attention, least serious first. */
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

/** The more serious of the two, so that the order of webhook events does not matter. */
export function mostSerious(current: string | null, reported: Attention): Attention {
  const known = attentions.find((each) => each === current)
  return known && attentions.indexOf(known) > attentions.indexOf(reported) ? known : reported
}
