import { useState } from 'react'
import { priceCart } from '#domain/checkout/price-cart.ts'
import { countryCodes } from '#domain/countries.ts'
import { formatMoney, parseMinorUnits } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { SettingsDraft } from '#domain/sites/settings.ts'
import {
  deliveryCountries,
  type ShopRules,
  shippingOptionsFor,
  type VatKind,
  vatKinds,
} from '#domain/sites/shop-rules.ts'
import { sortedCountries } from '#web/admin/settings/site-settings/countries-field.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const kindNames: Record<VatKind, string> = {
  standard: 'Standard tax',
  reduced: 'Reduced tax',
  books: 'Book',
  downloads: 'Download',
}

type SampleBasketProps = {
  /** The rules as they are typed. */
  draft: { delivery: unknown; vat: unknown; downloads: unknown }
}

/** What a basket would cost by the rules as they are typed, calculated like a real checkout. */
export function SampleBasket({ draft }: SampleBasketProps) {
  const { currency } = useWebsite()
  const rules = rulesOf(draft)
  const [country, setCountry] = useState('')
  const [chosen, setChosen] = useState('')
  const [price, setPrice] = useState('20')
  const [quantity, setQuantity] = useState('1')
  const [kind, setKind] = useState<VatKind>('standard')
  if (!rules) return <p className="text-soft">The basket is shown again when the fields above are correct.</p>
  const deliveredTo = deliveryCountries(rules)
  const countries = deliveredTo === 'all' ? countryCodes : deliveredTo
  const selectedCountry = countries.includes(country)
    ? country
    : (countries.find((code) => code === 'GB') ?? countries[0] ?? 'GB')
  const options = shippingOptionsFor(rules, selectedCountry)
  const option = options.find(({ id }) => id === chosen) ?? options[0]
  const isDigital = kind === 'downloads'
  const result = amountsOf(rules, {
    country: selectedCountry,
    shippingOption: isDigital ? null : (option?.id ?? null),
    price: parseMinorUnits(price, currency),
    quantity: Number(quantity),
    kind,
  })
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField
          label={`Price in ${currency}`}
          inputMode="decimal"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <TextField
          label="Pieces"
          inputMode="numeric"
          value={quantity}
          onChange={({ target }) => setQuantity(target.value)}
        />
        <SelectField label="Product" value={kind} onChange={({ target }) => setKind(target.value as VatKind)}>
          {vatKinds.map((each) => (
            <option key={each} value={each}>
              {kindNames[each]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Goes to" value={selectedCountry} onChange={({ target }) => setCountry(target.value)}>
          {sortedCountries
            .filter(([code]) => countries.includes(code))
            .map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </SelectField>
        {!isDigital && options.length > 0 && (
          <SelectField label="With" value={option?.id ?? ''} onChange={({ target }) => setChosen(target.value)}>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <output aria-live="polite" className="block max-w-md border border-line bg-raised p-4">
        {typeof result === 'string' ? <p>{result}</p> : <Amounts amounts={result} />}
      </output>
    </div>
  )
}

function Amounts({ amounts }: { amounts: Exclude<ReturnType<typeof amountsOf>, string> }) {
  const { locale, currency } = useWebsite()
  const money = (amount: number) => formatMoney(amount, { locale, currency })
  const { subtotal, shippingOption, shipping, vat, pricesIncludeVat, total } = amounts
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
      <AmountLine name="Goods" amount={money(subtotal)} />
      {shippingOption && <AmountLine name="Delivery" amount={shipping ? money(shipping) : 'Free'} />}
      {!pricesIncludeVat && <AmountLine name="VAT" amount={money(vat)} />}
      <dt className="border-line border-t pt-1 font-semibold">Total</dt>
      <dd className="border-line border-t pt-1 text-right font-semibold">{money(total)}</dd>
      {pricesIncludeVat && <AmountLine name="of which VAT" amount={money(vat)} />}
    </dl>
  )
}

const AmountLine = ({ name, amount }: { name: string; amount: string }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="text-right">{amount}</dd>
  </>
)

/** Null while something that was typed is wrong. */
function rulesOf(draft: SampleBasketProps['draft']): ShopRules | null {
  const { success, data } = SettingsDraft.safeParse(draft)
  if (!success || !data.delivery || !data.vat || !data.downloads) return null
  const { pricesIncludeVat, rates: vat } = data.vat as { pricesIncludeVat: boolean; rates: ShopRules['vat'] }
  return { pricesIncludeVat, vat, shipping: data.delivery, downloads: data.downloads as ShopRules['downloads'] }
}

type Basket = { country: string; shippingOption: string | null; price: number | null; quantity: number; kind: VatKind }

function amountsOf(rules: ShopRules, { country, shippingOption, price, quantity, kind }: Basket) {
  if (price === null || price < 0) return 'Please enter a price.'
  if (!Number.isInteger(quantity) || quantity < 1) return 'Please enter a number of pieces.'
  const line = { productId: 'sample', variantId: null, name: 'Sample', variant: null, price, quantity }
  try {
    return priceCart([{ ...line, vatKind: kind, isDigital: kind === 'downloads' }], rules, { country, shippingOption })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
