import { Link } from '@tanstack/react-router'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { QuoteAnswer } from '#api/site/quote.ts'
import { type CartItem, cartItemId } from '#domain/cart/cart.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { cartTexts as texts } from '#domain/texts/own-words.ts'
import { cartStore } from '#web/site/cart/cart-store.ts'
import { CartPriceField } from '#web/site/cart/named-price.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { BoxedPicture } from '#web/ui/pictures/boxed-picture.tsx'
import { useFormatMoney } from '#web/ui/website.tsx'

type Line = QuoteAnswer['lines'][number]
type Props = {
  items: readonly CartItem[]
  lines: readonly Line[]
  /** The quote has failed: placeholders do not animate. */
  isStill: boolean
  onFollow?: () => void
}

/** Names and pictures come with the quote; until then each line shows a placeholder. */
export function CartLines({ items, lines, isStill, onFollow }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const lineOf = (item: CartItem) => lines.find((line) => cartItemId(line) === item.id)

  function remove(item: CartItem, name: string) {
    cartStore.remove({ id: item.id })
    setRemoved(name)
    // The focused button is removed with its line.
    list.current?.focus()
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="In your cart" className="outline-none">
        {items.map((item) => (
          <CartLine
            key={item.id}
            item={item}
            isStill={isStill}
            onFollow={onFollow}
            line={lineOf(item) ?? null}
            onRemove={remove}
          />
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
  const money = useFormatMoney()
  if (!line)
    return (
      <li className="grid min-h-32 grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-line border-t py-4 first:border-t-0">
        <Skeleton isStill={isStill} className="aspect-square" />
        <Skeleton isStill={isStill} className="h-6 w-2/3" />
      </li>
    )
  const name = lineNameWithVariant(line)
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
          {line.minimumPrice === null ? (
            <p className="font-semibold tabular-nums">{money(line.unitPrice * item.quantity)}</p>
          ) : (
            <CartPriceField
              name={name}
              price={item.price}
              minimumPrice={line.minimumPrice}
              onChange={(price) => cartStore.setPrice(item.id, price)}
            />
          )}
        </div>
        <div className="flex items-start justify-between gap-3">
          {item.isDigital ? <p className="text-soft">Download</p> : <QuantityField item={item} name={name} />}
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

/** A button at its limit stays focusable, so that the focus is not lost. */
export function QuantityField({ item, name }: { item: CartItem; name: string }) {
  const { id, quantity, maxQuantity } = item
  const [typed, setTyped] = useState<string | null>(null)
  const why = useId()
  const isMost = quantity >= maxQuantity
  const set = (wanted: number) => cartStore.setQuantity(id, wanted)
  return (
    <div>
      <fieldset className="flex w-fit border border-field">
        <legend className="sr-only">Quantity of {name}</legend>
        <StepButton label={`One less of ${name}`} isOver={quantity <= 1} onStep={() => set(quantity - 1)}>
          <Minus aria-hidden className="size-4" />
        </StepButton>
        <input
          aria-label={`Quantity of ${name}`}
          aria-describedby={isMost ? why : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? quantity}
          maxLength={3}
          onChange={({ target }) => {
            setTyped(target.value)
            if (/^[1-9]\d*$/.test(target.value)) set(Number(target.value))
          }}
          onBlur={() => setTyped(null)}
          className="h-11 w-12 bg-transparent text-center tabular-nums outline-offset-[-3px]"
        />
        <StepButton label={`One more of ${name}`} isOver={isMost} onStep={() => set(quantity + 1)}>
          <Plus aria-hidden className="size-4" />
        </StepButton>
      </fieldset>
      {isMost && (
        <p id={why} className="mt-1 text-soft text-sm">
          {texts.atMost({ most: maxQuantity })}
        </p>
      )}
    </div>
  )
}

type StepProps = { label: string; isOver: boolean; onStep: () => void; children: React.ReactNode }

function StepButton({ label, isOver, onStep, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOver || undefined}
      onClick={() => isOver || onStep()}
      className="grid size-11 cursor-pointer place-items-center outline-offset-[-3px] hover:bg-current/8 aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      {children}
    </button>
  )
}
