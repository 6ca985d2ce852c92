import type { ShopVariant } from '#domain/products/shop-product.ts'

/** The value that the visitor has picked for each option; null where none is picked yet. */
export type PickedOptions = readonly (string | null)[]

/** Nothing is picked for the visitor, unless there is only one variant. */
export const initialPickedOptions = (
  optionNames: readonly string[],
  variants: readonly ShopVariant[],
): PickedOptions => (variants.length === 1 ? variants[0]!.options : optionNames.map(() => null))

/** The variant with all picked values; null until each option has one. */
export const pickedVariant = (variants: readonly ShopVariant[], picked: PickedOptions): ShopVariant | null =>
  variants.find(({ options }) => options.every((value, at) => value === picked[at])) ?? null

export const missingOptions = (optionNames: readonly string[], picked: PickedOptions): string[] =>
  optionNames.filter((_, at) => picked[at] === null)

/** Picks a value. Values of other options that no variant combines with it are replaced by those of the nearest one. */
export function pickOption(
  variants: readonly ShopVariant[],
  picked: PickedOptions,
  at: number,
  value: string,
): PickedOptions {
  const nearest = nearestVariant(variants, picked.with(at, value), at)
  return picked.map((before, index) =>
    index === at ? value : before === null ? null : (nearest?.options[index] ?? before),
  )
}

/** The variant with these options, else one that has the option just picked; of equal ones an available one. */
export function nearestVariant(
  variants: readonly ShopVariant[],
  picked: PickedOptions,
  at: number,
): ShopVariant | undefined {
  const having = variants.filter((variant) => variant.options[at] === picked[at])
  const shared = (variant: ShopVariant) => variant.options.filter((value, index) => value === picked[index]).length
  return having.toSorted((a, b) => shared(b) - shared(a) || Number(b.isAvailable) - Number(a.isAvailable))[0]
}
