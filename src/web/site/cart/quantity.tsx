import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CartItem } from '#domain/cart/cart.ts'
import { cartStore } from '#web/site/cart/cart-store.ts'

/** One less, the number itself, one more. A button that has nothing left to do keeps the focus. */
export function Quantity({ item, name }: { item: CartItem; name: string }) {
  const { id, quantity, maxQuantity } = item
  const [typed, setTyped] = useState<string | null>(null)
  const set = (wanted: number) => cartStore.setQuantity(id, wanted)
  return (
    <fieldset className="flex w-fit border border-field">
      <legend className="sr-only">Quantity of {name}</legend>
      <Step label={`One less of ${name}`} isOver={quantity <= 1} onStep={() => set(quantity - 1)}>
        <Minus aria-hidden className="size-4" />
      </Step>
      <input
        aria-label={`Quantity of ${name}`}
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
      <Step label={`One more of ${name}`} isOver={quantity >= maxQuantity} onStep={() => set(quantity + 1)}>
        <Plus aria-hidden className="size-4" />
      </Step>
    </fieldset>
  )
}

type StepProps = { label: string; isOver: boolean; onStep: () => void; children: React.ReactNode }

function Step({ label, isOver, onStep, children }: StepProps) {
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
