import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { QuoteAnswer } from '#api/site/quote.ts'
import { type CartItem, itemId } from '#domain/cart/cart.ts'
import { titleOf } from '#domain/checkout/checked.ts'
import { cartStore } from '#web/site/cart/cart-store.ts'
import { Quantity } from '#web/site/cart/quantity.tsx'
import { BoxedPicture } from '#web/ui/boxed-picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMoney } from '#web/ui/use-money.ts'

type Line = QuoteAnswer['lines'][number]
type Props = {
  items: readonly CartItem[]
  lines: readonly Line[]
  /** Nothing more is on its way. */
  isStill: boolean
  onFollow?: () => void
}

/** What is in the cart. Names and pictures come with the prices; until then each line holds its place. */
export function CartLines({ items, lines, isStill, onFollow }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const lineOf = (item: CartItem) => lines.find((line) => itemId(line) === item.id)

  function remove(item: CartItem, name: string) {
    cartStore.remove({ id: item.id })
    setRemoved(name)
    // The button that had the focus goes with its line.
    list.current?.focus()
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="In your cart" className="outline-none">
        {items.map((item) => (
          <CartLine key={item.id} {...{ item, isStill, onFollow }} line={lineOf(item) ?? null} onRemove={remove} />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {removed && `${removed} was taken out.`}
      </p>
    </>
  )
}

type CartLineProps = {
  item: CartItem
  line: Line | null
  isStill: boolean
  onRemove: (item: CartItem, name: string) => void
  onFollow: (() => void) | undefined
}

function CartLine({ item, line, isStill, onRemove, onFollow }: CartLineProps) {
  const money = useMoney()
  if (!line)
    return (
      <li className="grid min-h-32 grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-line border-t py-4 first:border-t-0">
        <Skeleton isStill={isStill} className="aspect-square" />
        <Skeleton isStill={isStill} className="h-6 w-2/3" />
      </li>
    )
  const name = titleOf(line)
  return (
    <li className="grid min-h-32 grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 border-line border-t py-4 first:border-t-0">
      <BoxedPicture
        name={line.name}
        picture={line.image && { ...line.image, alt: '' }}
        sizes="88px"
        className="aspect-square self-start"
      />
      <div className="grid grid-cols-1 content-start gap-2">
        <div className="flex items-start justify-between gap-3">
          <p className="wrap-anywhere min-w-0">
            <Link
              to="/shop/$slug"
              params={{ slug: line.slug }}
              className="font-semibold underline-offset-4 hover:underline"
              {...(onFollow && { onClick: onFollow })}
            >
              {line.name}
            </Link>
            {line.variant && <span className="block text-soft">{line.variant}</span>}
            {item.quantity > 1 && (
              <span className="block text-soft text-sm tabular-nums">{money(line.unitPrice)} each</span>
            )}
          </p>
          <p className="font-semibold tabular-nums">{money(line.unitPrice * item.quantity)}</p>
        </div>
        <div className="flex items-start justify-between gap-3">
          {item.isDigital ? <p className="text-soft">Download</p> : <Quantity item={item} name={name} />}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(item, name)}
            className="ml-auto grid size-11 cursor-pointer place-items-center text-soft hover:text-error-ink"
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      </div>
    </li>
  )
}
