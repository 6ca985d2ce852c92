import { nearestVariant, type PickedOptions, pickOption } from '#domain/products/picked-options.ts'
import type { ShopProduct } from '#domain/products/shop-product.ts'

type Props = {
  product: Pick<ShopProduct, 'optionNames' | 'variants'>
  picked: PickedOptions
  onPick: (picked: PickedOptions) => void
  /** Why the product cannot be added yet. */
  problem: string | null
}

/** One row of radio buttons per option. Sold-out variants can be selected, and the page says that they are sold out. */
export function VariantPicker({ product: { optionNames, variants }, picked, onPick, problem }: Props) {
  return (
    <div className="grid gap-5">
      {optionNames.map((name, at) => {
        const values = [...new Set(variants.map(({ options }) => options[at]!))]
        return (
          <fieldset key={name}>
            <legend className="mb-2 font-semibold">{name}</legend>
            <div className="flex flex-wrap gap-2">
              {values.map((value) => {
                const isAvailable = nearestVariant(variants, picked.with(at, value), at)?.isAvailable
                return (
                  <label
                    key={value}
                    className={`inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center border-2 border-field px-4 py-2 font-semibold hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-3 has-focus-visible:outline-(color:--focus-ring) has-focus-visible:outline-offset-3 ${isAvailable ? '' : 'line-through decoration-2'}`}
                  >
                    <input
                      type="radio"
                      name={`option-${at}`}
                      value={value}
                      checked={picked[at] === value}
                      onChange={() => onPick(pickOption(variants, picked, at, value))}
                      className="sr-only"
                    />
                    {value}
                    {!isAvailable && <span className="sr-only">, sold out</span>}
                  </label>
                )
              })}
            </div>
          </fieldset>
        )
      })}
      <p role="alert" className="font-semibold text-error-ink empty:hidden">
        {problem}
      </p>
    </div>
  )
}
