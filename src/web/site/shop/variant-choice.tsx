import type { ShopProduct, ShopVariant } from '#domain/products/shop-product.ts'

type Props = {
  product: Pick<ShopProduct, 'optionNames' | 'variants'>
  chosen: ShopVariant
  onChoose: (variant: ShopVariant) => void
}

/** One row of radio buttons per option. Sold-out variants can be selected, and the page says that they are sold out. */
export function VariantChoice({ product: { optionNames, variants }, chosen, onChoose }: Props) {
  return (
    <div className="grid gap-5">
      {optionNames.map((name, at) => {
        const values = [...new Set(variants.map(({ options }) => options[at]!))]
        return (
          <fieldset key={name}>
            <legend className="mb-2 font-semibold">{name}</legend>
            <div className="flex flex-wrap gap-2">
              {values.map((value) => {
                const found = nearest(variants, chosen.options.with(at, value), at)
                return (
                  <label
                    key={value}
                    className={`inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center border-2 border-field px-4 py-2 font-semibold hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-3 has-focus-visible:outline-highlight has-focus-visible:outline-offset-3 ${found?.isAvailable ? '' : 'line-through decoration-2'}`}
                  >
                    <input
                      type="radio"
                      name={`option-${at}`}
                      value={value}
                      checked={chosen.options[at] === value}
                      onChange={() => found && onChoose(found)}
                      className="sr-only"
                    />
                    {value}
                    {!found?.isAvailable && <span className="sr-only">, sold out</span>}
                  </label>
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** The variant with these options, else one that has the option just chosen. */
function nearest(variants: readonly ShopVariant[], options: readonly string[], at: number): ShopVariant | undefined {
  const having = variants.filter((variant) => variant.options[at] === options[at])
  const shared = (variant: ShopVariant) => variant.options.filter((value, index) => value === options[index]).length
  return having.toSorted((a, b) => shared(b) - shared(a) || Number(b.isAvailable) - Number(a.isAvailable))[0]
}
