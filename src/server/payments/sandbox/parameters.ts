import type { Form } from '#server/payments/sandbox/form.ts'

/** What the sandbox knows of a request's parameters: a word, anything below a name, a list, or further names. */
export type Known = true | 'any' | readonly ['list', Known] | { readonly [name: string]: Known }

export const sessionParameters: Known = {
  mode: true,
  client_reference_id: true,
  metadata: 'any',
  payment_intent_data: { metadata: 'any' },
  customer_email: true,
  locale: true,
  line_items: [
    'list',
    { quantity: true, price_data: { currency: true, unit_amount: true, product_data: { name: true } } },
  ],
  expires_at: true,
  success_url: true,
  cancel_url: true,
}

const span: Known = { gt: true, gte: true, lt: true, lte: true }
const paging = { limit: true, starting_after: true } as const

export const sessionFilters: Known = { ...paging, created: span, payment_intent: true, status: true }
export const refundParameters: Known = { payment_intent: true, amount: true }
export const refundFilters: Known = { ...paging, created: span, payment_intent: true }
export const intentParameters: Known = { expand: ['list', true] }
export const noParameters: Known = {}

/** The first parameter that is not supported, as Stripe writes it; null when there is none. */
export function unsupported(form: Form | string, known: Known, name = ''): string | null {
  if (known === 'any') return null
  if (known === true || typeof form === 'string') return typeof form === 'string' && known === true ? null : name
  for (const [part, value] of Object.entries(form)) {
    const called = name ? `${name}[${part}]` : part
    const inner = isList(known)
      ? /^\d*$/.test(part)
        ? known[1]
        : undefined
      : Object.hasOwn(known, part) && known[part]
    if (!inner) return called
    const found = unsupported(value, inner, called)
    if (found) return found
  }
  return null
}

const isList = (known: Known): known is readonly ['list', Known] => Array.isArray(known)
