import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { requireHumanCheck } from '#api/human-check.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { checkoutRateLimits } from '#domain/checkout/checkout.ts'
import { QuoteRequest } from '#domain/checkout/request.ts'
import { checkoutCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { takesCards } from '#domain/sites/features.ts'
import { accountLimitKey, countAttempts } from '#server/accounts/rate-limits.ts'
import { type Quote, quoteCart } from '#server/checkout/quote.ts'

const amount = z.int().min(0)
const lineKey = { productId: z.uuid(), variantId: z.uuid().nullable(), name: z.string().nullable() }

const QuoteAnswer = z.strictObject({
  lines: z.array(
    z.strictObject({
      ...lineKey,
      name: z.string(),
      slug: z.string(),
      variant: z.string().nullable(),
      image: PictureAnswer.nullable(),
      isDigital: z.boolean(),
      quantity: z.int().min(1),
      maxQuantity: z.int().min(1),
      unitPrice: amount,
      /** Where the buyer names the price; null where it is fixed. */
      minimumPrice: amount.nullable(),
      total: amount,
    }),
  ),
  notices: z.array(
    z.discriminatedUnion('what', [
      z.strictObject({ ...lineKey, what: z.enum(['gone', 'sold-out', 'not-ready']) }),
      z.strictObject({ ...lineKey, what: z.literal('over-limit'), most: z.int().min(1) }),
      z.strictObject({ ...lineKey, what: z.literal('fewer'), quantity: z.int().min(1) }),
      z.strictObject({ ...lineKey, what: z.literal('price-changed'), from: amount, to: amount }),
      z.strictObject({ ...lineKey, what: z.literal('below-minimum'), least: amount }),
    ]),
  ),
  subtotal: amount,
  /** At least one line is shipped. */
  ships: z.boolean(),
  options: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      price: amount,
      days: z.strictObject({ from: z.int(), to: z.int() }),
    }),
  ),
  /** What will be charged; null while the country is unknown or cannot be delivered to. */
  amounts: z
    .strictObject({
      shippingOption: z.string().nullable(),
      shipping: amount,
      /** Included in the total where prices include VAT, otherwise added. */
      vat: amount,
      vatRates: z.array(z.int()),
      total: amount,
    })
    .nullable(),
  pricesIncludeVat: z.boolean(),
})
export type QuoteAnswer = z.output<typeof QuoteAnswer>

const present = ({
  lines,
  notices,
  subtotal,
  ships,
  options,
  amounts,
}: Quote): Omit<QuoteAnswer, 'pricesIncludeVat'> => ({
  lines: lines.map((line) => ({
    productId: line.productId,
    variantId: line.variantId,
    name: line.name,
    slug: line.slug,
    variant: line.variant,
    image: line.image,
    isDigital: line.isDigital,
    quantity: line.quantity,
    maxQuantity: line.maxQuantity,
    unitPrice: line.price,
    minimumPrice: line.minimumPrice,
    total: line.total,
  })),
  notices,
  subtotal,
  ships,
  options: options.map(({ id, name, price, days }) => ({ id, name, price, days: { from: days.from, to: days.to } })),
  amounts: amounts && {
    shippingOption: amounts.shippingOption,
    shipping: amounts.shipping,
    vat: amounts.vat,
    vatRates: ratesOf(amounts),
    total: amounts.total,
  },
})

/** The VAT rates that apply, highest first. */
function ratesOf({ lines, shippingVat, shippingVatRate }: NonNullable<Quote['amounts']>): number[] {
  const rates = [
    ...lines.filter(({ vat }) => vat).map(({ vatRate }) => vatRate),
    ...(shippingVat ? [shippingVatRate] : []),
  ]
  return [...new Set(rates)].sort((a, b) => b - a)
}

/** Prices from the browser are compared, and charged only where buyers name them, within the bounds of the product. */
export const quoteRoutes = new Hono<ApiEnv>().post(
  '/',
  anyone(),
  body(QuoteRequest),
  answers('Returns what a cart costs now, and what has changed since its items were chosen.', QuoteAnswer),
  async (c) => {
    const { site, auth } = c.var
    const { fileAt } = c.var.services
    if (!takesCards(site)) throw new Refusal('not-found')
    c.header('cache-control', 'no-store')
    const { humanCheck, ...wanted } = c.req.valid('json')
    const { over } = await auth.inSite((tx) =>
      countAttempts(tx, auth, [accountLimitKey(auth, checkoutRateLimits.quotesFromAddress, auth.address)]),
    )
    if (over) await requireHumanCheck(c, humanCheck, checkoutCheckAction)
    const rules = site.shop
    // As the worker role, which may read the name of an archived product.
    const found = await c.var.asWorker((tx) => quoteCart(tx, wanted, { rules, fileAt }))
    return c.json({ ...present(found), pricesIncludeVat: rules.pricesIncludeVat })
  },
)
