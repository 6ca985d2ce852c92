import { Link } from '@tanstack/react-router'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { formatMoney } from '#domain/money.ts'
import { orderSummaryLines } from '#domain/orders/amounts.ts'
import { orderItemText } from '#domain/orders/order.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export function OrderItems({ order }: { order: OrderAnswer }) {
  const { locale } = useWebsite()
  const money = (amount: number) => formatMoney(amount, { locale, currency: order.currency })
  return (
    <ScreenSection title="Items">
      <ul className="border-line border-y bg-raised">
        {order.items.map((item, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never change
            key={at}
            className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-4 border-line px-4 py-3 not-first:border-t"
          >
            <span className="block size-12 overflow-hidden bg-sunken">
              {item.picture && <Picture picture={{ ...item.picture, alt: '' }} sizes="3rem" />}
            </span>
            <span>
              <Link
                to="/admin/shop/$id"
                params={{ id: item.productId }}
                className="inline-block min-h-11 content-center font-semibold underline underline-offset-4 sm:min-h-0"
              >
                {item.name}
              </Link>
              {item.variant && <span className="text-soft">, {item.variant}</span>}
              <span className="block text-soft text-sm tabular-nums">
                {item.quantity} × {money(item.unitPrice)}
                {item.isDigital && ', download'}
              </span>
              <Contents parts={item.parts} />
            </span>
            <span className="whitespace-nowrap font-semibold tabular-nums">{money(item.total)}</span>
          </li>
        ))}
      </ul>
      <Sums order={order} money={money} />
      {order.downloads.length > 0 && (
        <ul className="text-sm">
          {order.downloads.map(({ name, used, allowed }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bought alone and in a bundle, one is there twice
            <li key={at}>
              {name}: downloaded {used} of {allowed} times
            </li>
          ))}
        </ul>
      )}
    </ScreenSection>
  )
}

/** What to pack for a bundle. */
function Contents({ parts }: { parts: OrderAnswer['items'][number]['parts'] }) {
  if (!parts.length) return null
  return (
    <ul aria-label="Contents" className="mt-1 border-line border-l-2 pl-3 text-sm">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never change
        <li key={at}>
          {orderItemText(part)}
          {part.isDigital && <span className="text-soft">, download</span>}
        </li>
      ))}
    </ul>
  )
}

type SumsProps = { order: OrderAnswer; money: (amount: number) => string }

function Sums({ order, money }: SumsProps) {
  // The owner wants to see a VAT of zero too.
  const noVat = order.vatLines.length ? [] : [{ name: 'VAT', amount: money(order.vat), isTotal: false }]
  return (
    <dl className="ml-auto grid w-full max-w-80 gap-1">
      {[...orderSummaryLines(order, money), ...noVat].map(({ name, amount, isTotal }) => (
        <div key={name} className={`flex justify-between gap-6 tabular-nums ${isTotal ? 'font-semibold text-lg' : ''}`}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
