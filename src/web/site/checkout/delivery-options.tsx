import type { QuoteAnswer } from '#api/site/quote.ts'
import { useFormatMoney } from '#web/ui/website.tsx'

type Option = QuoteAnswer['options'][number]
type Props = { options: readonly Option[]; chosen: string | null; onChoose: (id: string) => void }

export function DeliveryOptions({ options, chosen, onChoose }: Props) {
  const money = useFormatMoney()
  return (
    <div className="grid">
      {options.map(({ id, name, price, days }) => (
        <label
          key={id}
          className="-mt-px flex min-h-14 cursor-pointer items-center gap-4 border border-line bg-raised px-4 py-3 has-checked:relative has-checked:border-ink"
        >
          <input
            type="radio"
            name="delivery"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-5 shrink-0 accent-action"
          />
          <span className="grow">
            <span className="block font-semibold">{name}</span>
            <span className="text-soft text-sm">{daysInWords(days)}</span>
          </span>
          <span className="font-semibold tabular-nums">{money(price)}</span>
        </label>
      ))}
    </div>
  )
}

const daysInWords = ({ from, to }: Option['days']): string => {
  const span = from === to ? `${to}` : `${from}–${to}`
  return `${span} working ${to === 1 ? 'day' : 'days'}`
}
