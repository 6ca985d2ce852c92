import { ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { euVatRates, euVatRatesSource } from '#domain/sites/eu-vat-rates.ts'
import { type VatKind, vatKinds } from '#domain/sites/shop-rules.ts'
import { countryName } from '#domain/tour/country.ts'
import { CountrySelect } from '#web/admin/settings/site-settings/countries-field.tsx'
import { problemsInGroup, SettingsGroupProblem } from '#web/admin/settings/site-settings/settings-parts.tsx'
import {
  sortedVatRows,
  type VatRow,
  type VatValues,
  vatDraft,
  vatRateValuesOf,
} from '#web/admin/settings/site-settings/shop-values.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

const names: Record<VatKind, string> = {
  standard: 'Standard',
  reduced: 'Reduced',
  books: 'Books',
  downloads: 'Downloads',
}

type VatFieldsProps = { vat: VatValues; problem: string | null; onChange: (vat: VatValues) => void }

/** The rates of each country to which something is sold. */
export function VatFields({ vat, problem, onChange }: VatFieldsProps) {
  const { rows } = vat
  const found = problemsInGroup('vat', vatDraft(vat), problem)
  const set = (next: VatRow[]) => onChange({ ...vat, rows: next })
  const add = (code: string) => set(sortedVatRows([...rows, { country: code, ...vatRateValuesOf({}) }]))
  return (
    <fieldset data-field="vat" tabIndex={-1} className="grid gap-4">
      <legend className="sr-only">VAT</legend>
      <SettingsGroupProblem problem={Object.keys(found).length ? null : problem} />
      <Checkbox
        label="My prices include VAT"
        help="On: buyers pay the price they see. Off: VAT is added at the checkout."
        checked={vat.pricesIncludeVat}
        onChange={({ target }) => onChange({ ...vat, pricesIncludeVat: target.checked })}
      />
      <p className="text-soft text-sm">
        The rate follows from the buyer’s country and the tax type of the product. An empty rate is the standard one. In
        a country that is not listed, no VAT is charged. Delivery is taxed at the highest rate of what is sent.
      </p>
      {rows.length > 0 && (
        <table className="w-full max-sm:block">
          <caption className="sr-only">VAT rates in percent, by country</caption>
          <thead className="text-left text-soft text-sm max-sm:hidden">
            <tr>
              <th className="pr-3 font-normal">Country</th>
              {vatKinds.map((kind) => (
                <th key={kind} className="pr-3 font-normal">
                  {names[kind]} %
                </th>
              ))}
              <th>
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map((row, at) => (
              <RateRow
                key={row.country}
                row={row}
                problemOf={(kind) => found[`rates.${row.country}.${kind}`] ?? null}
                onChange={(changes) => set(rows.with(at, { ...row, ...changes }))}
                onRemove={() => set(rows.toSpliced(at, 1))}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap gap-3">
        <CountrySelect label="Add a country with VAT" known={rows.map(({ country }) => country)} onChoose={add} />
        <Button variant="quiet" onClick={() => set(withEurope(rows))}>
          Fill in the EU standard rates
        </Button>
      </div>
      <p className="text-soft text-sm">
        EU: rates of {euVatRatesSource.date}, check yours. Source: {euVatRatesSource.name}.
      </p>
    </fieldset>
  )
}

type RateRowProps = {
  row: VatRow
  problemOf: (kind: VatKind) => string | null
  onChange: (changes: Partial<VatRow>) => void
  onRemove: () => void
}

function RateRow({ row, problemOf, onChange, onRemove }: RateRowProps) {
  const name = countryName(row.country, 'en')
  const [isOpen, setOpen] = useState(false)
  // On a phone the other rates are shown where there are some, or when they are asked for.
  const hasOthers = vatKinds.some((kind) => kind !== 'standard' && (row[kind] !== '' || problemOf(kind)))
  const isWhole = isOpen || hasOthers
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[1fr_5rem_auto_auto] max-sm:items-center max-sm:gap-x-2 max-sm:border-line max-sm:border-t max-sm:py-1">
      <th scope="row" className="pr-3 text-left align-middle font-medium max-sm:self-center">
        {name}
      </th>
      {vatKinds.map((kind, at) => (
        <td
          key={kind}
          className={`py-1 pr-3 align-top max-sm:pr-0 ${at === 0 ? '' : `max-sm:order-4 max-sm:col-span-4 ${isWhole ? '' : 'max-sm:hidden'}`}`}
        >
          <span aria-hidden className={`text-soft text-sm sm:hidden ${at === 0 ? 'hidden' : ''}`}>
            {names[kind]} %
          </span>
          <input
            type="text"
            inputMode="decimal"
            aria-label={`${names[kind]}, ${name}, in percent`}
            aria-invalid={problemOf(kind) ? true : undefined}
            value={row[kind]}
            placeholder={kind === 'standard' ? '' : row.standard}
            onChange={({ target }) => onChange({ [kind]: target.value })}
            className={`${inputClass} tabular-nums`}
          />
          {problemOf(kind) && <p className="text-error-ink text-sm">{problemOf(kind)}</p>}
        </td>
      ))}
      <td className="max-sm:order-2 sm:hidden">
        <Button
          variant="quiet"
          size="icon"
          disabled={hasOthers}
          aria-expanded={isWhole}
          aria-label={`Other rates, ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden className="size-5" />
        </Button>
      </td>
      <td className="py-1 text-right align-top max-sm:order-3">
        <Button variant="quiet" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </td>
    </tr>
  )
}

/** The special rates that were entered stay. */
function withEurope(rows: readonly VatRow[]): VatRow[] {
  const others = rows.filter(({ country }) => !Object.hasOwn(euVatRates, country))
  const europe = Object.entries(euVatRates).map(([country, { standard }]) => ({
    ...vatRateValuesOf({}),
    ...rows.find((row) => row.country === country),
    country,
    standard: vatRateValuesOf({ standard }).standard,
  }))
  return sortedVatRows([...others, ...europe])
}
