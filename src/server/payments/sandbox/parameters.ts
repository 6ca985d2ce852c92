export type FormParameters = { [name: string]: string | FormParameters }

/** The form encoding of Stripe's API: `line_items[0][price_data][currency]=gbp`. */
export function parseStripeForm(text: string): FormParameters {
  const form: FormParameters = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) => inner ?? whole)
    let at = form
    for (const step of path.slice(0, -1)) {
      const next = at[step]
      at = at[step] = typeof next === 'object' ? next : (Object.create(null) as FormParameters)
    }
    at[path.at(-1) ?? name] = value
  }
  return form
}

export const parameterAt = (form: FormParameters, ...path: string[]): FormParameters | string | undefined =>
  path.reduce<FormParameters | string | undefined>((at, step) => (typeof at === 'object' ? at[step] : undefined), form)

export const textParameterAt = (form: FormParameters, ...path: string[]): string | null => {
  const found = parameterAt(form, ...path)
  return typeof found === 'string' ? found : null
}

/** Supported parameters: a value, anything below a name, a list, or nested names. */
export type SupportedParameters =
  | true
  | 'any'
  | readonly ['list', SupportedParameters]
  | { readonly [name: string]: SupportedParameters }

export const sessionParameters: SupportedParameters = {
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

const rangeParameters: SupportedParameters = { gt: true, gte: true, lt: true, lte: true }
const pagingParameters = { limit: true, starting_after: true } as const

export const sessionFilters: SupportedParameters = {
  ...pagingParameters,
  created: rangeParameters,
  payment_intent: true,
  status: true,
}
export const refundParameters: SupportedParameters = { payment_intent: true, amount: true }
export const refundFilters: SupportedParameters = {
  ...pagingParameters,
  created: rangeParameters,
  payment_intent: true,
}
export const endpointFilters: SupportedParameters = pagingParameters
export const intentParameters: SupportedParameters = { expand: ['list', true] }
export const noParameters: SupportedParameters = {}

/** The first unsupported parameter in Stripe's notation; null when there is none. */
export function findUnsupportedParameter(
  form: FormParameters | string,
  known: SupportedParameters,
  name = '',
): string | null {
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
    const found = findUnsupportedParameter(value, inner, called)
    if (found) return found
  }
  return null
}

const isList = (known: SupportedParameters): known is readonly ['list', SupportedParameters] => Array.isArray(known)
