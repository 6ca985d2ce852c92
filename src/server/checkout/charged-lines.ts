import { titleOf } from '#domain/checkout/checked.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'
import type { checkouts } from '#server/checkout/table.ts'
import type { ChargedLine } from '#server/payments/provider.ts'

type Costs = Pick<typeof checkouts.$inferSelect, 'id' | 'lines' | 'subtotal' | 'shipping' | 'shippingOption' | 'total'>

/** What the payment page lists. It comes to the total, to the penny, or nothing is asked for. */
export function chargedLines(checkout: Costs, rules: Pick<ShopRules, 'shipping'>): ChargedLine[] {
  const { lines, subtotal, shipping, shippingOption, total } = checkout
  const charged: ChargedLine[] = lines.map((line) => ({
    name: titleOf(line),
    unitAmount: line.unitPrice,
    quantity: line.quantity,
  }))
  const delivery = rules.shipping.find(({ id }) => id === shippingOption)?.name
  if (shipping > 0) charged.push({ name: delivery ?? 'Delivery', unitAmount: shipping, quantity: 1 })
  const onTop = total - subtotal - shipping
  if (onTop > 0) charged.push({ name: 'VAT', unitAmount: onTop, quantity: 1 })
  const sum = charged.reduce((all, { unitAmount, quantity }) => all + unitAmount * quantity, 0)
  if (sum !== total) throw new Error(`The lines of checkout ${checkout.id} come to ${sum} and not to ${total}.`)
  return charged
}
