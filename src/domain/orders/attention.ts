// Apart from `order.ts`: the scripts of every page hold the order statuses, and only the admin area these sentences.

/** Why an order needs the owner's attention, least serious first. */
export const attentions = ['stock-gone', 'refund-failed', 'disputed', 'dispute-won', 'dispute-lost'] as const
export type Attention = (typeof attentions)[number]

export const attentionLabels: Record<Attention, string> = {
  'stock-gone': 'This order is paid, but not everything in it is in stock. Refund it, or contact the buyer.',
  'refund-failed':
    'The buyer’s bank returned the refund. Agree on another way with the buyer, or ask your payment service.',
  disputed: 'The buyer has disputed this payment with their bank. Answer in your payment account.',
  'dispute-won': 'You won the dispute about this payment.',
  'dispute-lost': 'The buyer won the dispute about this payment, and the money was returned to them.',
}

/** The more serious of the two, so that the order of webhook events does not matter. */
export function mostSeriousAttention(current: string | null, reported: Attention): Attention {
  const known = attentions.find((each) => each === current)
  return known && attentions.indexOf(known) > attentions.indexOf(reported) ? known : reported
}
