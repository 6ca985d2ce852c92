import { z } from 'zod'
import {
  addressProblems,
  buyerContactProblems,
  normalizeAddress,
  normalizeBuyerContact,
} from '#domain/checkout/address.ts'
import { maxCheckoutLines } from '#domain/checkout/checkout.ts'
import { isCountry } from '#domain/countries.ts'
import { mergeStockLines } from '#domain/products/availability.ts'
import { maxPrice } from '#domain/products/price.ts'
import { maxLineQuantity } from '#domain/products/shop-product.ts'
import { checkoutTexts as texts } from '#domain/texts/own-words.ts'

const quantity = z
  .int(texts.quantity({ most: maxLineQuantity }))
  .min(1, texts.quantity({ most: maxLineQuantity }))
  .max(maxLineQuantity, texts.quantity({ most: maxLineQuantity }))

const price = z.int(texts.price).min(0, texts.price).max(maxPrice, texts.price)
const requestedItem = {
  productId: z.uuid(),
  variantId: z.uuid().nullable().default(null),
  quantity,
  /**
   * What the browser shows for one piece. A buyer may choose it where the product asks for that; otherwise it is only
   * compared.
   */
  price: price.optional(),
}
const lines = <S extends z.ZodType>(line: S) =>
  z
    .array(line)
    .min(1, texts.empty)
    .max(maxCheckoutLines, texts.tooManyLines({ most: maxCheckoutLines }))

const country = z.string().refine(isCountry, texts.country)
const shippingOption = z.string().max(60).nullable().default(null)
const shortString = z.string().max(300)

/** The solved human check, when the server has asked for one. */
const humanCheck = z.string().max(4_000).optional()

const Address = z.object({
  line1: shortString,
  line2: shortString.default(''),
  city: shortString,
  region: shortString.default(''),
  postcode: shortString.default(''),
})

/**
 * The request that starts a checkout. Prices come from the database, within whose bounds buyers name some;
 * `acceptedTotal` is the total that the buyer has seen, and a different one is refused.
 */
export const CheckoutRequest = z
  .object({
    /** Idempotency key, made by the browser for each attempt. */
    key: z.string().regex(/^[\w-]{16,80}$/),
    items: lines(z.object(requestedItem)),
    email: shortString,
    name: shortString,
    /** Needed for downloads too: it determines the VAT. */
    country,
    /** Null when nothing is shipped. */
    address: Address.nullable().default(null),
    shippingOption,
    acceptedTotal: z.int().min(0).optional(),
    humanCheck,
  })
  .superRefine(({ email, name, country, address }, context) => {
    const addIssue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [field, problem] of Object.entries(buyerContactProblems({ email, name }))) addIssue([field], problem)
    const problems = address ? addressProblems(country, address) : {}
    for (const [field, problem] of Object.entries(problems)) addIssue(['address', field], problem)
  })
  .transform(({ address, email, name, items, ...request }) => ({
    ...request,
    ...normalizeBuyerContact({ email, name }),
    items: mergeStockLines(items),
    address: address && normalizeAddress(request.country, address),
  }))
export type CheckoutRequest = z.output<typeof CheckoutRequest>

export const QuoteRequest = z.object({
  items: lines(z.object(requestedItem)),
  country: country.nullable().default(null),
  shippingOption,
  humanCheck,
})
export type QuoteRequest = z.output<typeof QuoteRequest>
