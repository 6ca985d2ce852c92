import { Plus, Trash2 } from 'lucide-react'
import { maxVariants } from '#domain/products/draft.ts'
import { newVariantValues, type ProductValues, type VariantValues } from '#web/admin/products/product-values.ts'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, inputClass, useControlProps } from '#web/ui/forms/field.tsx'
import { TextListField } from '#web/ui/forms/list-field.tsx'

/** What the variants differ in, and a table of them. A name that is typed over stays the same variant, with its stock. */
export function VariantsField({ editor }: { editor: EditorState<ProductValues> }) {
  const { values, set, labels, problems } = editor
  const { optionNames, variants, productType } = values
  const { ids } = useControlProps({ error: problems.variants ?? null })

  function setNames(names: string[]): void {
    const kept = names.slice(0, 3)
    const places = kept.map((name) => optionNames.indexOf(name))
    set('optionNames', kept)
    set(
      'variants',
      kept.length ? variants.map((each) => ({ ...each, options: places.map((at) => each.options[at] ?? '') })) : [],
    )
  }

  const missing = combinations(
    variants.map(({ options }) => options),
    optionNames.length,
  )

  return (
    <div className="grid gap-5">
      <TextListField
        name="optionNames"
        label={labels.optionNames}
        one="option"
        help="What the variants differ in, such as Size and Colour; up to three. Leave empty if there are no variants."
        values={optionNames}
        error={problems.optionNames ?? null}
        onChange={setNames}
      />
      {optionNames.length > 0 && (
        <fieldset data-field="variants" tabIndex={-1} className="grid gap-3">
          <legend className="sr-only">{labels.variants}</legend>
          <ul className="grid gap-3">
            {variants.map((variant, at) => (
              <VariantRow
                // A row has no other name: what is typed in it changes with every letter.
                key={variant.id ?? `new-${at}`}
                variant={variant}
                position={at + 1}
                optionNames={optionNames}
                isPhysical={productType === 'physical'}
                onChange={(changes) => set('variants', variants.with(at, { ...variant, ...changes }))}
                onRemove={() => set('variants', variants.toSpliced(at, 1))}
              />
            ))}
          </ul>
          <FieldNotes ids={ids} error={problems.variants ?? null} />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="quiet"
              disabled={variants.length >= maxVariants}
              onClick={() => set('variants', [...variants, newVariantValues(optionNames.map(() => ''))])}
            >
              <Plus aria-hidden className="size-5" /> Add a variant
            </Button>
            {missing.length > 0 && variants.length + missing.length <= maxVariants && (
              <Button variant="quiet" onClick={() => set('variants', [...variants, ...missing.map(newVariantValues)])}>
                Add the {missing.length} combinations that are missing
              </Button>
            )}
          </div>
        </fieldset>
      )}
    </div>
  )
}

type VariantRowProps = {
  variant: VariantValues
  position: number
  optionNames: readonly string[]
  isPhysical: boolean
  onChange: (changes: Partial<VariantValues>) => void
  onRemove: () => void
}

function VariantRow({ variant, position, optionNames, isPhysical, onChange, onRemove }: VariantRowProps) {
  return (
    <li className="grid items-end gap-3 border-line border-t pt-3 sm:flex">
      {optionNames.map((name, option) => (
        <Cell
          key={name}
          label={name}
          value={variant.options[option] ?? ''}
          maxLength={60}
          onChange={(text) => onChange({ options: variant.options.with(option, text) })}
        />
      ))}
      <Cell
        label="Price +/−"
        value={variant.priceDifference}
        inputMode="decimal"
        placeholder="0.00"
        onChange={(priceDifference) => onChange({ priceDifference })}
      />
      {isPhysical && (
        <>
          <Cell
            label="Limit per order"
            value={variant.maxQuantity}
            inputMode="numeric"
            placeholder="As above"
            onChange={(maxQuantity) => onChange({ maxQuantity })}
          />
          {variant.id ? (
            <p className="min-w-20 pb-2.5 text-soft text-sm tabular-nums">{variant.left ?? 0} left</p>
          ) : (
            <Cell
              label="In stock"
              value={variant.stockQuantity}
              inputMode="numeric"
              onChange={(stockQuantity) => onChange({ stockQuantity })}
            />
          )}
        </>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove the variant ${variant.options.join(' ') || position}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </Button>
    </li>
  )
}

type CellProps = {
  label: string
  value: string
  onChange: (text: string) => void
  inputMode?: 'decimal' | 'numeric'
  placeholder?: string
  maxLength?: number
}

const Cell = ({ label, onChange, ...input }: CellProps) => (
  <label className="grid min-w-0 grow gap-1 text-sm">
    <span className="text-soft">{label}</span>
    <input
      type="text"
      autoComplete="off"
      {...input}
      onChange={({ target }) => onChange(target.value)}
      className={inputClass}
    />
  </label>
)

/** Of all that can be made of the values in use, what is not there yet. */
function combinations(rows: readonly string[][], options: number): string[][] {
  const columns = Array.from({ length: options }, (_, at) => [
    ...new Set(rows.map((row) => row[at]?.trim() ?? '').filter(Boolean)),
  ])
  if (options < 2 || columns.some((values) => !values.length)) return []
  const all = columns.reduce<string[][]>(
    (made, values) => made.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  )
  const known = new Set(rows.map((row) => row.map((text) => text.trim()).join('\0')))
  return all.filter((row) => !known.has(row.join('\0')))
}
