import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { ProductDetails } from '#api/site/shop.ts'
import { dot } from '#domain/formats.ts'
import { initialPickedOptions, missingOptions, pickedVariant } from '#domain/products/picked-options.ts'
import { maxCartQuantity } from '#domain/products/shop-product.ts'
import { cartTexts } from '#domain/texts/own-words.ts'
import { AddToCart } from '#web/site/cart/add-to-cart.tsx'
import { NamedPriceField, useNamedPrice } from '#web/site/cart/named-price.tsx'
import { ShopClosedNotice } from '#web/site/cart/shop-notices.tsx'
import { PlayRecordButton, TrackLine } from '#web/site/previews/play-button.tsx'
import { playableSongsOf } from '#web/site/previews/songs.ts'
import { ProductCard } from '#web/site/shop/product-card.tsx'
import { ProductPictures } from '#web/site/shop/product-pictures.tsx'
import { productFormatText, productPriceText, stockNotice } from '#web/site/shop/shop-words.ts'
import { VariantPicker } from '#web/site/shop/variant-choice.tsx'
import { SelectField } from '#web/ui/forms/inputs.tsx'
import { useFormatMoney, useWebsite } from '#web/ui/website.tsx'

/** Pictures on the left, details and purchase on the right. */
export function ProductPage({ product }: { product: ProductDetails }) {
  return (
    <>
      <article className="grid grid-cols-1 gap-x-16 gap-y-4 pb-section sm:gap-y-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <ProductPictures pictures={product.images} name={product.name} />
        <div className="page-edge grid grid-cols-1 content-start gap-8 lg:sticky lg:top-24 lg:self-start lg:py-16 lg:pl-0">
          <header>
            <p className="text-soft">
              <Link to="/shop" className="inline-flex min-h-11 items-center underline underline-offset-4">
                Shop
              </Link>
              {product.category && (
                <>
                  {' / '}
                  <Link
                    to="/shop"
                    search={{ category: product.category.slug }}
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {product.category.name}
                  </Link>
                </>
              )}
            </p>
            <h1 className="poster-type wrap-anywhere -ml-[0.03em] text-heading">{product.name}</h1>
          </header>
          <PurchasePart product={product} />
          {product.descriptionHtml && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from Markdown without HTML
            <div className="written" dangerouslySetInnerHTML={{ __html: product.descriptionHtml }} />
          )}
          {product.parts && product.parts.length > 0 && <BundleParts parts={product.parts} />}
          {product.tracks.length > 0 && <Tracks product={product} />}
        </div>
      </article>
      {product.related.length > 0 && (
        <section className="page-edge pb-section" aria-labelledby="related">
          <h2 id="related" className="poster-type mb-8 text-heading">
            Goes with it
          </h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-12 lg:grid-cols-4 lg:gap-x-8">
            {product.related.map((other) => (
              <ProductCard key={other.id} product={other} sizes="(min-width: 1024px) 23vw, 46vw" />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function PurchasePart({ product }: { product: ProductDetails }) {
  const { variants, optionNames, isDigital, isDraft } = product
  const [picked, setPicked] = useState(() => initialPickedOptions(optionNames, variants))
  const [isMissing, setIsMissing] = useState(false)
  const choice = useRef<HTMLDivElement>(null)
  const variant = pickedVariant(variants, picked)
  const missing = missingOptions(optionNames, picked)
  const [wanted, setWanted] = useState(1)
  const money = useFormatMoney()
  const { shop } = useWebsite()
  const chosen = variant ?? product
  const most = Math.min(maxCartQuantity(chosen), 10)
  const quantity = Math.min(wanted, Math.max(1, most))
  const limit = !isDigital && chosen.isAvailable && chosen.maxQuantity === most ? most : null
  const isNamed = product.priceKind === 'from'
  const rule = { ...product, price: chosen.price }
  const named = useNamedPrice(rule)
  const priceField = useId()
  const price = variant && !isNamed ? money(variant.price) : productPriceText(product, money)
  function askForChoice() {
    setIsMissing(true)
    choice.current?.querySelector<HTMLElement>('fieldset:not(:has(:checked)) input')?.focus()
  }
  return (
    <div className="grid gap-6">
      <p role="status" className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <span className="poster-type text-5xl leading-none tabular-nums">{price}</span>
        <span className={chosen.isAvailable ? 'text-soft' : 'font-semibold text-error-ink'}>
          {[
            productFormatText(product),
            stockNotice({ ...chosen, isDraft, ...(missing.length && { available: null }) }, isDigital),
          ]
            .filter(Boolean)
            .join(dot)}
        </span>
      </p>
      <p className="-mt-4 text-soft text-sm">
        {shop.pricesIncludeVat ? 'VAT is included.' : 'VAT is added at the checkout.'}
        {!isDigital && ' Delivery depends on where you live.'}
      </p>
      <ShopClosedNotice />
      {variants.length > 0 && (
        <div ref={choice} className="noscript:hidden">
          <VariantPicker
            product={product}
            picked={picked}
            onPick={setPicked}
            problem={isMissing && missing.length ? cartTexts.unchosen({ missing: missing.join(', ') }) : null}
          />
        </div>
      )}
      {isNamed && chosen.isAvailable && (
        <div className="noscript:hidden">
          <NamedPriceField id={priceField} rule={rule} named={named} />
        </div>
      )}
      <div className="flex flex-wrap items-end gap-4 noscript:hidden">
        {!isDigital && chosen.isAvailable && most > 1 && (
          <QuantityField value={quantity} most={most} onChange={setWanted} />
        )}
        <div className="action-bar flex grow items-center gap-4">
          <p aria-hidden className="min-w-0 leading-tight lg:hidden">
            <span className="block font-semibold text-lg tabular-nums">
              {isNamed && named.price !== null ? money(named.price) : price}
            </span>
            <span className="block truncate text-sm text-soft empty:hidden">{picked.filter(Boolean).join(' / ')}</span>
          </p>
          <AddToCart
            product={product}
            variant={variant}
            quantity={quantity}
            look={{ size: 'lg' }}
            className="grow whitespace-nowrap max-sm:px-4"
            {...(missing.length > 0 && { onUnchosen: askForChoice })}
            {...(isNamed && {
              named: { price: named.price, onProblem: () => document.getElementById(priceField)?.focus() },
            })}
          />
        </div>
      </div>
      {limit && <p className="-mt-3 text-soft text-sm">{cartTexts.atMost({ most: limit })}</p>}
      <noscript>
        <WithoutScripts product={product} />
      </noscript>
    </div>
  )
}

type QuantityFieldProps = { value: number; most: number; onChange: (quantity: number) => void }

const QuantityField = ({ value, most, onChange }: QuantityFieldProps) => (
  <div className="w-24">
    <SelectField label="Quantity" value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </SelectField>
  </div>
)

/** Variants and contact link for visitors without scripts. */
function WithoutScripts({ product }: { product: ProductDetails }) {
  const money = useFormatMoney()
  return (
    <div className="grid gap-4">
      {product.variants.length > 0 && (
        <ul>
          {product.variants.map((variant) => (
            <li key={variant.id} className="flex gap-4 border-line border-t py-2">
              <span className="grow">{variant.options.join(' / ')}</span>
              <span className="text-soft">{stockNotice(variant, product.isDigital)}</span>
              <span className="font-semibold tabular-nums">{money(variant.price)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        The cart needs JavaScript. Without it, please{' '}
        <Link to="/contact" className="font-semibold text-link underline underline-offset-4">
          write to us
        </Link>{' '}
        and say what you would like ({productPriceText(product, money)}).
      </p>
    </div>
  )
}

const BundleParts = ({ parts }: { parts: NonNullable<ProductDetails['parts']> }) => (
  <section aria-labelledby="parts">
    <h2 id="parts" className="poster-type mb-3 text-2xl">
      In it
    </h2>
    <ul>
      {parts.map(({ slug, name, variant, quantity }) => (
        <li key={`${slug} ${variant}`} className="flex items-baseline gap-3 border-line border-t">
          <span className="w-8 text-soft tabular-nums">{quantity} ×</span>
          <Link
            to="/shop/$slug"
            params={{ slug }}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {name}
          </Link>
          {variant && <span className="text-soft">{variant}</span>}
        </li>
      ))}
    </ul>
  </section>
)

const Tracks = ({ product: { tracks, name, slug, images } }: { product: ProductDetails }) => {
  const songs = playableSongsOf(tracks, { from: name, cover: images[0] ?? null, target: `/shop/${slug}` })
  return (
    <section aria-labelledby="tracks">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
        <h2 id="tracks" className="poster-type text-2xl">
          Tracks
        </h2>
        <PlayRecordButton songs={songs} />
      </div>
      <ol>
        {tracks.map((track, at) => (
          <TrackLine
            key={track.title}
            number={at + 1}
            track={track}
            songs={songs}
            className="border-line border-t py-2.5"
          />
        ))}
      </ol>
    </section>
  )
}
