export type Form = { [name: string]: string | Form }

/** The form encoding of Stripe's API: `line_items[0][price_data][currency]=gbp`. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) => inner ?? whole)
    let at = form
    for (const step of path.slice(0, -1)) {
      const next = at[step]
      at = at[step] = typeof next === 'object' ? next : (Object.create(null) as Form)
    }
    at[path.at(-1) ?? name] = value
  }
  return form
}

export const inside = (form: Form, ...path: string[]): Form | string | undefined =>
  path.reduce<Form | string | undefined>((at, step) => (typeof at === 'object' ? at[step] : undefined), form)

export const wordAt = (form: Form, ...path: string[]): string | null => {
  const found = inside(form, ...path)
  return typeof found === 'string' ? found : null
}
