import type { ChangeEvent } from 'react'
import { addressLimits } from '#domain/checkout/address.ts'
import { needsPostcode, postcodeExample, postcodeWord } from '#domain/checkout/postcodes.ts'
import { needsRegion, regionsOf, regionWord } from '#domain/checkout/regions.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Name = 'line1' | 'line2' | 'city' | 'region' | 'postcode'
type Props = {
  country: string
  field: (name: Name) => {
    name: string
    value: string
    error: string | null
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  set: (name: Name, value: string) => void
}

/** What an address in this country has, in the words of its people. */
export function AddressFields({ country, field, set }: Props) {
  const regions = regionsOf(country)
  const example = postcodeExample(country)
  const region = field('region')
  const postcode = field('postcode')
  return (
    <>
      <TextField
        {...field('line1')}
        label="Street and house number"
        autoComplete="address-line1"
        maxLength={addressLimits.line1}
        required
      />
      <TextField
        {...field('line2')}
        label="Flat, floor or company"
        help="If the post needs it"
        autoComplete="address-line2"
        maxLength={addressLimits.line2}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...postcode}
          label={postcodeWord(country)}
          autoComplete="postal-code"
          maxLength={addressLimits.postcode}
          required={needsPostcode(country)}
          // What is wrong with it names the example, too.
          {...(example && !postcode.error && { help: `Such as ${example}` })}
        />
        <TextField
          {...field('city')}
          label="Town or city"
          autoComplete="address-level2"
          maxLength={addressLimits.city}
          required
        />
      </div>
      {regions ? (
        <SelectField
          {...region}
          value={regions.some(({ code }) => code === region.value) ? region.value : ''}
          onChange={({ target }) => set('region', target.value)}
          label={regionWord(country)}
          autoComplete="address-level1"
          required
        >
          <option value="">Please choose</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          {...region}
          label={regionWord(country)}
          autoComplete="address-level1"
          maxLength={addressLimits.region}
          required={needsRegion(country)}
        />
      )}
    </>
  )
}
