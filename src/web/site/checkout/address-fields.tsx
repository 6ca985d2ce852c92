import type { ChangeEvent } from 'react'
import { maxAddressLengths } from '#domain/checkout/address.ts'
import {
  needsPostcode,
  needsRegion,
  postcodeExample,
  postcodeLabel,
  regionLabel,
  regionsOf,
} from '#domain/checkout/address-formats.ts'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'

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

/** The fields that addresses of this country have, with local labels. */
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
        maxLength={maxAddressLengths.line1}
        required
      />
      <TextField
        {...field('line2')}
        label="Flat, floor or company"
        help="If the post needs it"
        autoComplete="address-line2"
        maxLength={maxAddressLengths.line2}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...postcode}
          label={postcodeLabel(country)}
          autoComplete="postal-code"
          maxLength={maxAddressLengths.postcode}
          required={needsPostcode(country)}
          // The error message contains the example too.
          {...(example && !postcode.error && { help: `Such as ${example}` })}
        />
        <TextField
          {...field('city')}
          label="Town or city"
          autoComplete="address-level2"
          maxLength={maxAddressLengths.city}
          required
        />
      </div>
      {regions ? (
        <SelectField
          {...region}
          value={regions.some(({ code }) => code === region.value) ? region.value : ''}
          onChange={({ target }) => set('region', target.value)}
          label={regionLabel(country)}
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
          label={regionLabel(country)}
          autoComplete="address-level1"
          maxLength={maxAddressLengths.region}
          required={needsRegion(country)}
        />
      )}
    </>
  )
}
