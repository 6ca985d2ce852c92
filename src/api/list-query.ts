import { z } from 'zod'
import type { ListRequest, ListSchema } from '#domain/ui/list.ts'
import { isPlausibleDate, type ParamRule } from '#domain/ui/search-params.ts'

/** The query of a list: the fields of the list's search schema; a value that the schema cannot read is refused. */
export function listQuerySchema<L extends ListSchema>({ fields, defaults }: L) {
  const shape = Object.entries(fields).map(([name, { rule }]) => {
    const schema = schemaOf(rule)
    return [name, name in defaults ? schema.default(defaults[name] as never) : schema.optional()]
  })
  // The list knows the types of its fields; an object that was put together from entries does not.
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<{
    [K in keyof ListRequest<L>]-?: undefined extends ListRequest<L>[K]
      ? z.ZodOptional<z.ZodType<Exclude<ListRequest<L>[K], undefined>>>
      : z.ZodType<ListRequest<L>[K]>
  }>
}

function schemaOf(rule: ParamRule): z.ZodType {
  switch (rule.kind) {
    case 'enum':
      return z.enum(rule.values as [string])
    case 'text':
      return rule.shape.source === '^' ? z.string().trim().max(rule.maxLength) : z.string().regex(rule.shape)
    case 'uuid':
      return z.uuid()
    case 'day':
      return z.string().refine(isPlausibleDate, 'Please enter a day like 2026-05-01.')
    case 'number':
      return z.coerce.number().int().min(1).max(rule.max)
    case 'sizes':
      return z.coerce.number().pipe(z.literal([...rule.values]))
    case 'either':
      return z.union(rule.rules.map(schemaOf))
  }
}
