import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { CartItem } from '#domain/cart/cart.ts'
import { ourCartTexts as texts } from '#domain/texts/our-words.ts'
import { cartStore } from '#web/site/cart/cart-store.ts'

/** One less, the number itself, one more. A button that has nothing left to do keeps the focus. */
export function Quantity({ item, name }: { item: CartItem; name: string }) {
  const { id, quantity, maxQuantity } = item
  const [typed, setTyped] = useState<string | null>(null)
  const why = useId()
  const isMost = quantity >= maxQuantity
  const set = (wanted: number) => cartStore.setQuantity(id, wanted)
  return (
    <div>
      <fieldset className="flex w-fit border border-field">
        <legend className="sr-only">Quantity of {name}</legend>
        <Step label={`One less of ${name}`} isOver={quantity <= 1} onStep={() => set(quantity - 1)}>
          <Minus aria-hidden className="size-4" />
        </Step>
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
        <Step label={`One more of ${name}`} isOver={isMost} onStep={() => set(quantity + 1)}>
          <Plus aria-hidden className="size-4" />
        </Step>
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
