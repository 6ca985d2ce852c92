import { useId, useState } from 'react'
import { minChargeAmount } from '#domain/chargeable-currencies.ts'
import { amountFieldValue, decimalsOf, parseMinorUnits } from '#domain/money.ts'
import { chosenPriceProblem, type PriceRule, proposedPrice, quickPrices } from '#domain/products/price.ts'
import { priceTexts as texts } from '#domain/texts/own-price-words.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useFormatMoney, useWebsite } from '#web/ui/website.tsx'

/** The amount that a visitor types for a product; `price` is null while it cannot be paid. */
export function useNamedPrice(rule: PriceRule, current = proposedPrice(rule)) {
  const { currency } = useWebsite()
  const money = useFormatMoney()
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed === null ? Math.max(current, rule.price) : parseMinorUnits(typed, currency)
  const smallestCharge = minChargeAmount(currency)
  const problem = amount === null ? null : chosenPriceProblem(amount, { price: rule.price, smallestCharge })
  const least = money(problem === 'below-charge' ? smallestCharge : rule.price)
  const sentence =
    amount === null
      ? texts.unreadable
      : problem && (problem === 'below-charge' ? texts.belowCharge({ least }) : texts.belowMinimum({ least }))
  return {
    typed: typed ?? amountFieldValue(amount ?? 0, currency),
    setTyped,
    price: sentence === null ? amount : null,
    problem: sentence,
  }
}

type NamedPrice = ReturnType<typeof useNamedPrice>

/** The amount field of a product, its minimum in words, and two quick buttons. */
export function NamedPriceField({ rule, named, id }: { rule: PriceRule; named: NamedPrice; id: string }) {
  const { currency } = useWebsite()
  const money = useFormatMoney()
  const minimum = rule.price > 0 ? texts.minimum({ least: money(rule.price) }) : texts.anyAmount
  return (
    <div className="grid gap-3">
      <TextField
        id={id}
        label={`${texts.label} (${currency})`}
        help={named.problem ? undefined : minimum}
        error={named.problem ?? undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={named.typed}
        onChange={({ target }) => named.setTyped(target.value)}
        className="max-w-48 tabular-nums"
      />
      <div className="flex flex-wrap gap-3">
        {quickPrices(rule, decimalsOf(currency)).map((amount) => (
          <Button
            key={amount}
            variant="quiet"
            aria-pressed={named.price === amount}
            onClick={() => named.setTyped(amountFieldValue(amount, currency))}
          >
            {money(amount)}
          </Button>
        ))}
      </div>
    </div>
  )
}

type CartPriceProps = { name: string; price: number; minimumPrice: number; onChange: (price: number) => void }

/** The named price of a line in the cart. It is stored when the field is left or Enter is pressed. */
export function CartPriceField({ name, price, minimumPrice, onChange }: CartPriceProps) {
  const named = useNamedPrice({ priceKind: 'from', price: minimumPrice, suggestedPrice: null }, price)
  const why = useId()
  function store() {
    if (named.price === null) return
    named.setTyped(null)
    if (named.price !== price) onChange(named.price)
  }
  return (
    <div className="text-right">
      <p aria-hidden className="mb-1 text-soft text-sm">
        Your price
      </p>
      <input
        aria-label={`Your price for ${name}`}
        aria-invalid={named.problem ? true : undefined}
        aria-describedby={named.problem ? why : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={named.typed}
        onChange={({ target }) => named.setTyped(target.value)}
        onBlur={store}
        onKeyDown={({ key }) => key === 'Enter' && store()}
        className="h-11 w-28 border border-field bg-transparent px-3 text-right tabular-nums"
      />
      {named.problem && (
        <p id={why} role="alert" className="mt-1 text-error-ink text-sm">
          {named.problem}
        </p>
      )}
    </div>
  )
}
