import { z } from 'zod'
import { countryCodes, isCountry } from '#domain/countries.ts'
import { each, text } from '#domain/sites/content-schema.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'

const country = z.string().refine(isCountry, 'must be a country in two capital letters, such as GB')
/** Minor units of the site's currency. */
const amount = z.int().min(0).max(99_999_999)
const rate = z.int().min(0).max(5_000, 'must be in hundredths of a percent, such as 2000 for 20 %')

const rates = z.strictObject({ ...each(vatKinds, rate.optional()), standard: rate })

const tiers = z
  .array(z.strictObject({ fromSubtotal: amount, price: amount }))
  .min(1, 'must have a price')
  .refine(
    (all) => all.every(({ fromSubtotal }, i) => (i ? all[i - 1]!.fromSubtotal < fromSubtotal : fromSubtotal === 0)),
    'must begin with fromSubtotal 0 and rise',
  )

const option = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case joined by hyphens'),
  name: text,
  countries: z.union([z.literal('rest'), z.array(country).min(1)], 'must be a list of countries, or "rest"'),
  tiers,
  days: z
    .strictObject({ from: z.int().min(0).max(365), to: z.int().min(0).max(365) })
    .refine(({ from, to }) => from <= to, 'must not end before it begins'),
})

export const shopSchema = z.strictObject({
  pricesIncludeVat: z.boolean().optional(),
  vat: z.strictObject(each(countryCodes, rates.optional())).optional(),
  shipping: z
    .array(option)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not have the same id twice')
    .optional(),
  downloads: z
    .strictObject({ allowed: z.int().min(1).max(1_000).optional(), days: z.int().min(1).max(3_650).optional() })
    .optional(),
})
