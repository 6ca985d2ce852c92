import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { priceKinds } from '#domain/products/price.ts'
import { sellsDigital } from '#domain/sites/features.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'
import { slugOf } from '#domain/slug.ts'
import { fileTypeByName } from '#domain/uploads/file-types.ts'
import { ProductImagesField } from '#web/admin/products/images-field.tsx'
import { BundlePartsField } from '#web/admin/products/parts-field.tsx'
import type { ProductValues } from '#web/admin/products/product-values.ts'
import { priceKindLabels, productTypeLabels, vatKindLabels } from '#web/admin/products/product-words.ts'
import { categoriesQuery } from '#web/admin/products/products-query.ts'
import { VariantsField } from '#web/admin/products/variants-field.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { MarkdownField } from '#web/admin/ui/editor/markdown-field.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { ChosenFiles, ProductFiles } from '#web/admin/uploads/product-files.tsx'
import { readCover } from '#web/admin/uploads/tracks/read-tags.ts'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = {
  editor: EditorState<ProductValues>
  /** Once it is kept, what it is stays, and the inventory says how many there are. */
  isNew: boolean
  productId?: string | undefined
}

type PartProps = Pick<Props, 'editor' | 'isNew'>

/** All that can be said of a product, in the order in which a customer asks. */
export function ProductFields({ editor, isNew, productId }: Props) {
  const { set, values, problems } = editor
  const cover = useCoverFromTags()
  return (
    <div className="grid gap-10">
      <IdentityFields editor={editor} isNew={isNew} />
      <PriceAndStock editor={editor} isNew={isNew} />
      {values.productType === 'bundle' ? (
        <FieldGroup title="Products in the bundle" intro="A bundle is sold out as soon as one of its products is.">
          <BundlePartsField
            parts={values.parts}
            problem={problems.parts ?? null}
            onChange={(parts) => set('parts', parts)}
          />
        </FieldGroup>
      ) : (
        <FieldGroup title="Variants" intro="Sizes, colours, formats: each with its own stock, price and limit.">
          <VariantsField editor={editor} />
        </FieldGroup>
      )}
      {values.productType === 'digital' && (
        <FieldGroup title="Files" intro="The files that buyers download.">
          {productId ? (
            <ProductFiles productId={productId} productName={values.name} onChosen={cover.look} />
          ) : (
            <ChosenFiles
              files={values.files}
              onChange={(files) => {
                set('files', files)
                void cover.look(files)
              }}
            />
          )}
        </FieldGroup>
      )}
      <FieldGroup title="Pictures">
        <ProductImagesField
          images={values.images}
          cover={cover.offer}
          coverAlt={values.name.trim() && `The cover of ${values.name.trim()}`}
          problem={problems.images ?? null}
          onChange={(images) => set('images', images)}
        />
      </FieldGroup>
      <InTheShop editor={editor} />
    </div>
  )
}

/** The cover in the recordings that were chosen for a product, for as long as its screen is open. */
function useCoverFromTags() {
  const [offer, setOffer] = useState<File | null>(null)
  return {
    offer,
    /** Looks into these files, the first with a cover counts. */
    look: async (files: readonly File[]) => {
      for (const file of files) {
        const cover = fileTypeByName(file.name) === 'tracks' ? await readCover(file) : null
        if (cover) return setOffer(cover)
      }
    },
  }
}

function IdentityFields({ editor: { field }, isNew }: PartProps) {
  const { api } = useRouter().options.context
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  const types = sellsDigital(useWebsite()) ? (['physical', 'digital', 'bundle'] as const) : (['physical'] as const)
  return (
    <FieldGroup title="Product">
      <TextField {...field('name')} required maxLength={160} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...field('productType')}
          disabled={!isNew}
          help={isNew ? 'This cannot be changed later.' : undefined}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {productTypeLabels[type]}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...field('categoryId')}
          help={
            <>
              Manage them under{' '}
              <Link to="/admin/shop/categories" className="underline">
                Categories
              </Link>
              .
            </>
          }
        >
          <option value="">No category</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <MarkdownField {...field('description')} maxLength={20_000} />
    </FieldGroup>
  )
}

function PriceAndStock({ editor: { field, values }, isNew }: PartProps) {
  const site = useWebsite()
  // One that was chosen when it made a difference stays until another is.
  const kinds = vatKinds.filter((kind) => site.shop.vatKinds.includes(kind) || kind === values.vatKind)
  const isNamed = values.priceKind === 'from'
  const isCounted = values.productType === 'physical'
  return (
    <FieldGroup title="Price and stock">
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField {...field('priceKind')}>
          {priceKinds.map((kind) => (
            <option key={kind} value={kind}>
              {priceKindLabels[kind]}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('price')}
          label={isNamed ? 'Minimum' : field('price').label}
          required
          inputMode="decimal"
          autoComplete="off"
          help={`In ${site.currency}, tax included.${isNamed && values.productType === 'digital' ? ' With 0 it can be free.' : ''}`}
        />
        {isNamed && (
          <TextField
            {...field('suggestedPrice')}
            inputMode="decimal"
            autoComplete="off"
            help="The amount field begins with it. Leave empty for the minimum."
          />
        )}
        <SelectField {...field('vatKind')} help="The tax rate of the site to use.">
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {vatKindLabels[kind]}
            </option>
          ))}
        </SelectField>
        {values.productType !== 'digital' && (
          <TextField
            {...field('maxQuantity')}
            inputMode="numeric"
            autoComplete="off"
            help="Leave empty for no limit."
          />
        )}
      </div>
      {isCounted && isNew && values.optionNames.length === 0 && (
        <div className="sm:max-w-56">
          <TextField {...field('stockQuantity')} inputMode="numeric" autoComplete="off" />
        </div>
      )}
      {isCounted && !isNew && (
        <p className="text-soft">
          Change the stock under{' '}
          <Link to="/admin/shop/inventory" search={{ q: values.name.slice(0, 80) }} className="underline">
            Inventory
          </Link>
          .
        </p>
      )}
    </FieldGroup>
  )
}

function InTheShop({ editor: { field, box, values } }: Pick<Props, 'editor'>) {
  return (
    <FieldGroup title="In the shop">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('slug')}
          autoComplete="off"
          spellCheck={false}
          placeholder={slugOf(values.name) || 'made-from-the-name'}
          help={`The end of its address: /shop/${values.slug || slugOf(values.name) || '…'}`}
        />
      </div>
      <Checkbox
        {...box('isFeatured')}
        help="Up to four featured products stand above the list in the shop. Without any, the newest products do."
      />
    </FieldGroup>
  )
}
