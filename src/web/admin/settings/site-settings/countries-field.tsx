import { X } from 'lucide-react'
import { countryCodes } from '#domain/countries.ts'
import { euCountries } from '#domain/sites/eu-vat-rates.ts'
import { countryName } from '#domain/tour/country.ts'
import type { DeliveryMethodValues } from '#web/admin/settings/site-settings/shop-values.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, useControlProps } from '#web/ui/forms/field.tsx'
import { Checkbox, SelectBox } from '#web/ui/forms/inputs.tsx'

type CountriesProps = {
  countries: DeliveryMethodValues['countries']
  of: string
  problem: string | null
  onChange: (countries: DeliveryMethodValues['countries']) => void
}

/** The countries of a delivery method: all that no other one names, or those in a list. */
export function CountriesField({ countries, of, problem, onChange }: CountriesProps) {
  const { control, ids } = useControlProps({ error: problem })
  const chosen = countries === 'rest' ? [] : countries
  const add = (codes: readonly string[]) => onChange([...new Set([...chosen, ...codes])])
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-semibold">Countries</legend>
      <Checkbox
        label="All countries that no other method names"
        checked={countries === 'rest'}
        onChange={({ target }) => onChange(target.checked ? 'rest' : [])}
      />
      {countries !== 'rest' && (
        <>
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {chosen.map((code) => (
                <li key={code} className="flex max-w-full items-center border border-line bg-sunken pl-3">
                  <span className="truncate">{countryName(code, 'en')}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${countryName(code, 'en')} from ${of}`}
                    onClick={() => onChange(chosen.filter((each) => each !== code))}
                    className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink sm:size-9"
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-3">
            <CountrySelect
              {...control}
              label={`Add a country to ${of}`}
              known={chosen}
              onChoose={(code) => add([code])}
            />
            <Button variant="quiet" onClick={() => add(euCountries)}>
              Add the EU
            </Button>
          </div>
        </>
      )}
      <FieldNotes ids={ids} error={problem} />
    </fieldset>
  )
}

/** Code and name of all countries, by name. */
export const sortedCountries = countryCodes
  .map((code) => [code, countryName(code, 'en')] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b))

type CountrySelectProps = { label: string; known: readonly string[]; onChoose: (code: string) => void; id?: string }

/** Adds a country to a list; nothing stays chosen. */
export const CountrySelect = ({ label, known, onChoose, ...control }: CountrySelectProps) => (
  <SelectBox
    {...control}
    aria-label={label}
    value=""
    className="w-full sm:w-64"
    onChange={({ target }) => target.value && onChoose(target.value)}
  >
    <option value="">Add a country…</option>
    {sortedCountries
      .filter(([code]) => !known.includes(code))
      .map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
  </SelectBox>
)
