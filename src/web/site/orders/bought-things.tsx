import type { ConfirmedOrder } from '#api/confirm.ts'
import { moneyWords } from '#domain/money.ts'
import { useWebsite } from '#web/ui/website.tsx'

type Order = Omit<ConfirmedOrder, 'downloads'>

/** What is in an order and what it came to. */
export function BoughtThings({ order }: { order: Order }) {
  const { locale } = useWebsite()
  const money = (amount: number) => moneyWords(amount, { locale, currency: order.currency })
  return (
    <section aria-labelledby="what-you-bought">
      <h2 id="what-you-bought" className="poster-type mb-4 text-3xl">
        What you bought
      </h2>
      <ul className="border-line border-t">
        {order.lines.map(({ name, variant, quantity, total }) => (
          <li key={`${name} ${variant}`} className="flex justify-between gap-6 border-line border-b py-3">
            <span>
              {quantity > 1 && `${quantity} × `}
              {name}
              {variant && <span className="text-soft">, {variant}</span>}
            </span>
            <span className="tabular-nums">{money(total)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {sumsOf(order).map(({ name, amount }) => (
          <div key={name} className={`contents ${name === 'Total' ? 'font-bold' : 'text-soft'}`}>
            <dt>{name}</dt>
            <dd className="text-right tabular-nums">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function sumsOf(order: Order): { name: string; amount: number }[] {
  const vat = order.vatLines.map(({ rate, vat: amount }) => ({
    name: order.pricesIncludeVat ? `of which VAT ${rate / 100} %` : `VAT ${rate / 100} %`,
    amount,
  }))
  const total = { name: 'Total', amount: order.total }
  return [
    { name: 'Goods', amount: order.subtotal },
    ...(order.ships ? [{ name: 'Delivery', amount: order.shipping }] : []),
    ...(order.pricesIncludeVat ? [total, ...vat] : [...vat, total]),
    ...(order.refunded ? [{ name: 'Refunded', amount: order.refunded }] : []),
  ]
}
