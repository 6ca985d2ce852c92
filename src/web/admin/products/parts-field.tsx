import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminProduct } from '#api/admin/products.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { variantName } from '#domain/products/shop-product.ts'
import type { BundlePartValues } from '#web/admin/products/product-values.ts'
import { stockLeftText } from '#web/admin/products/product-words.ts'
import { bundlePartsQuery } from '#web/admin/products/products-query.ts'
import { SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, inputClass, useControlProps } from '#web/ui/forms/field.tsx'

type Props = {
  parts: readonly BundlePartValues[]
  problem: string | null
  onChange: (parts: BundlePartValues[]) => void
}

const keyOf = ({ productId, variantId }: Pick<BundlePartValues, 'productId' | 'variantId'>) =>
  `${productId} ${variantId}`

/** What a bundle is made of; as many can be sold as its parts allow. */
export function BundlePartsField({ parts, problem, onChange }: Props) {
  const { ids } = useControlProps({ error: problem })
  return (
    <div className="grid gap-5">
      <ul data-field="parts" tabIndex={-1} className="grid gap-2">
        {parts.map((part, at) => (
          <li key={keyOf(part)} className="flex items-center gap-3 border-line border-t pt-2">
            <input
              type="text"
              inputMode="numeric"
              aria-label={`How many of ${lineNameWithVariant(part)}`}
              value={part.quantity}
              onChange={({ target }) => onChange(parts.with(at, { ...part, quantity: target.value }))}
              className={`${inputClass} w-16! text-right`}
            />
            <span className="min-w-0 grow">{lineNameWithVariant(part)}</span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${lineNameWithVariant(part)}`}
              onClick={() => onChange(parts.toSpliced(at, 1))}
            >
              <Trash2 aria-hidden className="size-5" />
            </Button>
          </li>
        ))}
      </ul>
      <FieldNotes ids={ids} error={problem} />
      <PartPicker
        taken={new Set(parts.map(keyOf))}
        onPick={(part) => onChange([...parts, { ...part, quantity: '1' }])}
      />
    </div>
  )
}

type PartOption = Omit<BundlePartValues, 'quantity'> & { left: number | null }

/** A product with variants is as many things to choose from. */
const partOptionsOf = ({ id, name, variants, left }: AdminProduct): PartOption[] =>
  variants.length
    ? variants.map((each) => ({
        productId: id,
        variantId: each.id,
        name,
        variant: variantName(each.options),
        left: each.left,
      }))
    : [{ productId: id, variantId: null, name, variant: null, left }]

function PartPicker({ taken, onPick }: { taken: ReadonlySet<string>; onPick: (part: PartOption) => void }) {
  const { api } = useRouter().options.context
  const [q, setQ] = useState('')
  const { data } = useQuery(bundlePartsQuery(api, q))
  const found = (data?.products ?? []).flatMap(partOptionsOf).filter((part) => !taken.has(keyOf(part)))
  return (
    <div className="grid gap-2">
      <SearchBox label="Find products to add" value={q} onChange={(typed) => setQ(typed ?? '')} />
      <ul aria-label="Products that can be added" className="grid max-h-72 overflow-y-auto border border-line">
        {found.map((part) => (
          <li key={keyOf(part)} className="flex items-center gap-3 border-line px-3 not-first:border-t">
            <span className="min-w-0 grow">{lineNameWithVariant(part)}</span>
            <span className="shrink-0 text-soft text-sm tabular-nums">
              {stockLeftText(part.left)}
              {part.left !== null && ' left'}
            </span>
            <button
              type="button"
              aria-label={`Add ${lineNameWithVariant(part)}`}
              onClick={() => onPick(part)}
              className="grid size-11 cursor-pointer place-items-center"
            >
              <Plus aria-hidden className="size-5" />
            </button>
          </li>
        ))}
        {data && found.length === 0 && <li className="p-3 text-soft">No other product found.</li>}
      </ul>
    </div>
  )
}
