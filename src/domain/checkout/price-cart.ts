import { Refusal } from '#domain/refusal.ts'
import {
  type ShippingOption,
  type ShopRules,
  shippingOptionsFor,
  shippingPrice,
  vatRate,
} from '#domain/sites/shop-rules.ts'

/** A line to be sold, with prices from the database. */
export type LineToPrice = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  price: number
  vatKind: string
  isDigital: boolean
  quantity: number
  /** Where buyers name their price: the least they may give. */
  minimumPrice?: number | null
}

export type PricedLine = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  isDigital: boolean
  quantity: number
  unitPrice: number
  minimumPrice: number | null
  /** `unitPrice * quantity`. */
  total: number
  /** Of the whole line: included in `total` where prices include VAT, otherwise on top. */
  vat: number
  vatRate: number
}

/** In minor units. `total` is what is charged: subtotal, shipping, and VAT where prices do not include it. */
export type PricedCart = {
  lines: PricedLine[]
  subtotal: number
  shippingOption: string | null
  shipping: number
  shippingVat: number
  shippingVatRate: number
  /** Of lines and shipping together. */
  vat: number
  total: number
  pricesIncludeVat: boolean
}

/** Stripe's limit for a card payment. */
export const maxOrderTotal = 99_999_999

type Destination = { country: string; shippingOption: string | null }

/** VAT is rounded once per line and once for shipping, so the order of lines does not matter. */
export function priceCart(
  sold: readonly LineToPrice[],
  rules: ShopRules,
  { country, shippingOption }: Destination,
): PricedCart {
  if (!sold.length) throw new Refusal('cart-empty')
  const { pricesIncludeVat } = rules
  const lines = sold.map(({ price, vatKind, ...line }): PricedLine => {
    const total = price * line.quantity
    // Guards the arithmetic below: a larger amount times a rate would exceed the safe integers.
    if (total > maxOrderTotal) throw new Refusal('order-too-large')
    const rate = vatRate(rules, country, vatKind)
    return { ...plain(line), unitPrice: price, total, vat: calculateVat(total, rate, pricesIncludeVat), vatRate: rate }
  })
  const subtotal = sum(lines.map(({ total }) => total))
  const shipped = lines.filter(({ isDigital }) => !isDigital)
  const option = shipped.length ? chosenShippingOption(rules, country, shippingOption) : null
  const shipping = option ? shippingPrice(option, subtotal) : 0
  // Shipping is taxed at the highest rate of what is shipped.
  const shippingVatRate = option ? Math.max(...shipped.map((line) => line.vatRate)) : 0
  const shippingVat = calculateVat(shipping, shippingVatRate, pricesIncludeVat)
  const vat = sum(lines.map((line) => line.vat)) + shippingVat
  const total = subtotal + shipping + (pricesIncludeVat ? 0 : vat)
  if (total > maxOrderTotal) throw new Refusal('order-too-large')
  const amounts = { subtotal, shipping, shippingVat, shippingVatRate, vat, total, pricesIncludeVat }
  return { lines, shippingOption: option?.id ?? null, ...amounts }
}

/** The VAT in an amount or on top of it. The rate is in hundredths of a percent; halves are rounded up. */
export function calculateVat(amount: number, rate: number, isIncluded: boolean): number {
  const parts = amount * rate
  const whole = isIncluded ? 10_000 + rate : 10_000
  const rest = parts % whole
  return (parts - rest) / whole + (rest * 2 >= whole ? 1 : 0)
}

function chosenShippingOption(rules: ShopRules, country: string, wanted: string | null): ShippingOption {
  const options = shippingOptionsFor(rules, country)
  if (!options.length) throw new Refusal('not-delivered')
  const option = options.find(({ id }) => id === wanted)
  if (!option) throw new Refusal('delivery-unknown')
  return option
}

const plain = ({
  productId,
  variantId,
  name,
  variant,
  isDigital,
  quantity,
  minimumPrice = null,
}: Omit<LineToPrice, 'price' | 'vatKind'>) => ({
  productId,
  variantId,
  name,
  variant,
  isDigital,
  quantity,
  minimumPrice,
})

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)
