import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { countryName } from '#domain/tour/country.ts'
import { CountriesField } from '#web/admin/settings/site-settings/countries-field.tsx'
import { problemsInGroup, SettingsGroupProblem } from '#web/admin/settings/site-settings/settings-parts.tsx'
import {
  type DeliveryMethodValues,
  deliveryDraft,
  newDeliveryMethodValues,
} from '#web/admin/settings/site-settings/shop-values.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, inputClass, useControlProps } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

type DeliveryFieldsProps = {
  methods: DeliveryMethodValues[]
  currency: string
  problem: string | null
  onChange: (methods: DeliveryMethodValues[]) => void
}

/** Where parcels go, how, and what that costs. */
export function DeliveryFields({ methods, currency, problem, onChange }: DeliveryFieldsProps) {
  const found = problemsInGroup('delivery', deliveryDraft(methods, currency), problem)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isWrong = (at: number) => Object.keys(found).some((path) => path.startsWith(`${at}.`))
  const toggle = (id: string) => setOpened(opened.has(id) ? withoutId(opened, id) : new Set([...opened, id]))
  const add = () => {
    const method = newDeliveryMethodValues(methods, currency)
    onChange([...methods, method])
    setOpened(new Set([...opened, method.id]))
  }
  return (
    <fieldset data-field="delivery" tabIndex={-1} className="grid gap-6">
      <legend className="sr-only">Delivery</legend>
      <SettingsGroupProblem problem={Object.keys(found).length ? null : problem} />
      {methods.length === 0 && (
        <p className="text-soft">There is no delivery method, so nobody can order physical products.</p>
      )}
      <ol className="border-line border-t">
        {methods.map((method, at) => (
          <MethodFields
            key={method.id}
            method={method}
            currency={currency}
            isOpen={opened.has(method.id) || isWrong(at)}
            onToggle={() => toggle(method.id)}
            problemOf={(path) => found[`${at}.${path}`] ?? null}
            onChange={(changes) => onChange(methods.with(at, { ...method, ...changes }))}
            onRemove={() => onChange(methods.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <div>
        <Button variant="quiet" onClick={add}>
          <Plus aria-hidden className="size-5" /> Add a delivery method
        </Button>
      </div>
    </fieldset>
  )
}

const withoutId = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id))

type MethodFieldsProps = {
  method: DeliveryMethodValues
  currency: string
  isOpen: boolean
  onToggle: () => void
  problemOf: (path: string) => string | null
  onChange: (changes: Partial<DeliveryMethodValues>) => void
  onRemove: () => void
}

/** One line that says what the method is, and its fields below when it is open. */
function MethodFields({ isOpen, onToggle, ...fields }: MethodFieldsProps) {
  const id = useId()
  const { method, currency } = fields
  return (
    <li className="border-line border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-left hover:bg-current/5"
      >
        <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${isOpen ? '' : '-rotate-90'}`} />
        <span className="grid min-w-0 grow gap-x-6 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]">
          <span className="truncate font-semibold">{method.name || 'New delivery method'}</span>
          <span className="text-soft">{countriesText(method.countries)}</span>
          <span className="text-soft tabular-nums">{priceText(method, currency)}</span>
        </span>
      </button>
      <div id={id}>{isOpen && <MethodForm {...fields} />}</div>
    </li>
  )
}

function countriesText(countries: DeliveryMethodValues['countries']): string {
  if (countries === 'rest') return 'All other countries'
  const [first, ...others] = countries.map((code) => countryName(code, 'en'))
  return first ? (others.length ? `${first} and ${others.length} more` : first) : 'No country yet'
}

function priceText({ tiers }: DeliveryMethodValues, currency: string): string {
  const [first] = tiers
  if (!first) return ''
  return tiers.length > 1 ? `from ${currency} ${first.price}, ${tiers.length} prices` : `${currency} ${first.price}`
}

function MethodForm({
  method,
  currency,
  problemOf,
  onChange,
  onRemove,
}: Omit<MethodFieldsProps, 'isOpen' | 'onToggle'>) {
  const name = method.name || 'this method'
  const days = problemOf('days') ?? problemOf('days.from') ?? problemOf('days.to')
  return (
    <div className="grid gap-5 pt-2 pb-6 sm:pl-8">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <TextField
            label="Name"
            help="What buyers choose, such as “Royal Mail Tracked 48”."
            value={method.name}
            error={problemOf('name')}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </div>
        <Button variant="quiet" size="icon" className="mt-7.5" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </div>
      <CountriesField
        countries={method.countries}
        of={name}
        problem={problemOf('countries')}
        onChange={(countries) => onChange({ countries })}
      />
      <div className="grid max-w-md grid-cols-2 gap-4">
        <TextField
          label="Working days, from"
          inputMode="numeric"
          value={method.daysFrom}
          error={days}
          onChange={({ target }) => onChange({ daysFrom: target.value })}
        />
        <TextField
          label="to"
          inputMode="numeric"
          value={method.daysTo}
          onChange={({ target }) => onChange({ daysTo: target.value })}
        />
      </div>
      <Tiers
        tiers={method.tiers}
        of={name}
        currency={currency}
        problemOf={(path) => problemOf(path ? `tiers.${path}` : 'tiers')}
        onChange={(tiers) => onChange({ tiers })}
      />
    </div>
  )
}

type TiersProps = {
  tiers: DeliveryMethodValues['tiers']
  of: string
  currency: string
  problemOf: (path: string) => string | null
  onChange: (tiers: DeliveryMethodValues['tiers']) => void
}

/** What the method costs, from which value of the goods on. */
function Tiers({ tiers, of, currency, problemOf, onChange }: TiersProps) {
  const { ids } = useControlProps({ error: problemOf('') })
  const change = (at: number, changes: Partial<DeliveryMethodValues['tiers'][number]>) =>
    onChange(tiers.with(at, { ...tiers[at]!, ...changes }))
  return (
    <div className="grid gap-2">
      <table className="w-full max-w-md">
        <caption className="mb-1 text-left font-semibold">Prices in {currency}</caption>
        <thead className="text-left text-soft text-sm">
          <tr>
            <th className="pr-3 font-normal">For goods from</th>
            <th className="pr-3 font-normal">Delivery costs</th>
            <th>
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a price has no id, and both its fields are being edited
            <tr key={at}>
              {(
                [
                  ['from', 'For goods from', 'fromSubtotal'],
                  ['price', 'Delivery costs', 'price'],
                ] as const
              ).map(([field, label, path]) => (
                <td key={field} className="py-1 pr-3 align-top">
                  <input
                    type="text"
                    inputMode="decimal"
                    aria-label={`${label}, price ${at + 1} of ${of}`}
                    aria-invalid={problemOf(`${at}.${path}`) ? true : undefined}
                    value={tier[field]}
                    onChange={({ target }) => change(at, { [field]: target.value })}
                    className={`${inputClass} tabular-nums`}
                  />
                  {problemOf(`${at}.${path}`) && <p className="text-error-ink text-sm">{problemOf(`${at}.${path}`)}</p>}
                </td>
              ))}
              <td className="py-1 align-top">
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={tiers.length === 1}
                  aria-label={`Remove price ${at + 1} of ${of}`}
                  onClick={() => onChange(tiers.toSpliced(at, 1))}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FieldNotes ids={ids} error={problemOf('')} />
      <div>
        <Button
          variant="quiet"
          disabled={tiers.length >= 20}
          onClick={() => onChange([...tiers, { from: '', price: '' }])}
        >
          <Plus aria-hidden className="size-5" /> Add a price
        </Button>
      </div>
    </div>
  )
}
