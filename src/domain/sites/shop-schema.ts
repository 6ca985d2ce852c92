import { z } from 'zod'
import { countryCodes, isCountry } from '#domain/countries.ts'
import { schemaForEach, textSchema } from '#domain/sites/content-schema.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'

const country = z.string().refine(isCountry, 'must be a country in two capital letters, such as GB')
/** Minor units of the site's currency. */
export const amountSchema = z
  .int('must be an amount')
  .min(0, 'must not be less than nothing')
  .max(99_999_999, 'must not be more than can be paid by card')
const rate = z
  .int('must be a rate with at most two decimals')
  .min(0, 'must not be less than 0 %')
  .max(5_000, 'must be at most 50 %')

const rates = z.strictObject({ ...schemaForEach(vatKinds, rate.optional()), standard: rate })

const tiers = z
  .array(z.strictObject({ fromSubtotal: amountSchema, price: amountSchema }))
  .min(1, 'must have a price')
  .max(20, 'must have at most 20 prices')
  .refine(
    (all) => all.every(({ fromSubtotal }, i) => (i ? all[i - 1]!.fromSubtotal < fromSubtotal : fromSubtotal === 0)),
    'must begin with a price from 0 on, and each next price must be from a higher value of the goods on',
  )

const day = z.int('must be a number of days').min(0, 'must not be negative').max(365, 'must be at most 365 days')

const isOnce = (all: readonly unknown[]) => new Set(all).size === all.length

const option = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case joined by hyphens'),
  name: textSchema,
  countries: z.union(
    [z.literal('rest'), z.array(country).min(1).refine(isOnce, 'must not have the same country twice')],
    'must be a list of countries, or "rest"',
  ),
  tiers,
  days: z.strictObject({ from: day, to: day }).refine(({ from, to }) => from <= to, 'must not end before it begins'),
})

export const vatByCountrySchema = z.strictObject(schemaForEach(countryCodes, rates.optional()))

export const shippingOptionsSchema = z
  .array(option)
  .refine((all) => isOnce(all.map(({ id }) => id)), 'must not have the same id twice')

const limit = (max: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(max, `must be at most ${max}`)

export const downloadLimitsSchema = z.strictObject({ allowed: limit(1_000).optional(), days: limit(3_650).optional() })

export const shopSchema = z.strictObject({
  pricesIncludeVat: z.boolean().optional(),
  vat: vatByCountrySchema.optional(),
  shipping: shippingOptionsSchema.optional(),
  downloads: downloadLimitsSchema.optional(),
})
