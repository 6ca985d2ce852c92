import { Refusal } from '#domain/refusal.ts'
import { optionsFor, type ShippingOption, type ShopRules, shippingPrice, vatRate } from '#domain/sites/shop-rules.ts'

/** What is to be sold, as the database has it. */
export type Sellable = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  price: number
  vatKind: string
  isDigital: boolean
  quantity: number
}

export type PricedLine = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  isDigital: boolean
  quantity: number
  unitPrice: number
  /** `unitPrice * quantity`. */
  total: number
  /** Of the whole line: in its total where prices include VAT, otherwise on top of it. */
  vat: number
  vatRate: number
}

/** All in minor units. `total` is what is charged: subtotal and shipping, and the VAT where prices are without it. */
export type Priced = {
  lines: PricedLine[]
  subtotal: number
  shippingOption: string | null
  shipping: number
  shippingVat: number
  shippingVatRate: number
  /** Of the lines and of shipping. */
  vat: number
  total: number
  pricesIncludeVat: boolean
}

/** No card payment is larger, and no column of ours need be. */
export const largestTotal = 99_999_999

type Where = { country: string; shippingOption: string | null }

/** What an order costs. VAT is rounded once for each line and once for shipping, so the order of lines is all the same. */
export function priced(sold: readonly Sellable[], rules: ShopRules, { country, shippingOption }: Where): Priced {
  if (!sold.length) throw new Refusal('cart-empty')
  const { pricesIncludeVat } = rules
  const lines = sold.map(({ price, vatKind, ...line }): PricedLine => {
    const total = price * line.quantity
    // Guards the arithmetic below: beyond this a product with a rate would no longer be a whole number.
    if (total > largestTotal) throw new Refusal('order-too-large')
    const rate = vatRate(rules, country, vatKind)
    return { ...plain(line), unitPrice: price, total, vat: vatOf(total, rate, pricesIncludeVat), vatRate: rate }
  })
  const subtotal = sum(lines.map(({ total }) => total))
  const shipped = lines.filter(({ isDigital }) => !isDigital)
  const option = shipped.length ? chosen(rules, country, shippingOption) : null
  const shipping = option ? shippingPrice(option, subtotal) : 0
  // A parcel is taxed as what is in it; where that differs, as the highest of it.
  const shippingVatRate = option ? Math.max(...shipped.map((line) => line.vatRate)) : 0
  const shippingVat = vatOf(shipping, shippingVatRate, pricesIncludeVat)
  const vat = sum(lines.map((line) => line.vat)) + shippingVat
  const total = subtotal + shipping + (pricesIncludeVat ? 0 : vat)
  if (total > largestTotal) throw new Refusal('order-too-large')
  const amounts = { subtotal, shipping, shippingVat, shippingVatRate, vat, total, pricesIncludeVat }
  return { lines, shippingOption: option?.id ?? null, ...amounts }
}

/** The VAT in an amount, or on top of it. A rate is in hundredths of a percent; half a penny is a penny. */
export function vatOf(amount: number, rate: number, isIncluded: boolean): number {
  const parts = amount * rate
  const whole = isIncluded ? 10_000 + rate : 10_000
  const rest = parts % whole
  return (parts - rest) / whole + (rest * 2 >= whole ? 1 : 0)
}

function chosen(rules: ShopRules, country: string, wanted: string | null): ShippingOption {
  const options = optionsFor(rules, country)
  if (!options.length) throw new Refusal('not-delivered')
  const option = options.find(({ id }) => id === wanted)
  if (!option) throw new Refusal('delivery-unknown')
  return option
}

const plain = ({ productId, variantId, name, variant, isDigital, quantity }: Omit<Sellable, 'price' | 'vatKind'>) => ({
  productId,
  variantId,
  name,
  variant,
  isDigital,
  quantity,
})

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)
