import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dot } from '#domain/formats.ts'
import { type ShopProduct, unavailableText } from '#domain/products/shop-product.ts'
import { productFormatText, productPriceText, stockNotice } from '#web/site/shop/shop-words.ts'
import { BoxedPicture } from '#web/ui/pictures/boxed-picture.tsx'
import { useFormatMoney } from '#web/ui/website.tsx'

type Props = {
  product: ShopProduct
  /** As `<img sizes>`. */
  sizes: string
  /** Above the fold. */
  priority?: boolean
  /** Actions. */
  children?: ReactNode
}

/** A product in the grid: picture, name, price and stock. */
export function ProductCard({ product, sizes, priority = false, children }: Props) {
  const money = useFormatMoney()
  const [image] = product.images
  return (
    <li className="group relative grid grid-cols-1 grid-rows-[auto_1fr_auto] gap-y-4">
      <div className="relative">
        <BoxedPicture
          name={product.name}
          picture={image}
          sizes={sizes}
          priority={priority}
          className="aspect-4/5"
          pictureClass={`transition-transform duration-300 group-hover:scale-103 motion-reduce:transition-none ${soldOutClass(product)}`}
        />
        {!product.isAvailable && (
          <p className="poster-type absolute bottom-0 left-0 z-1 bg-night px-3 py-2 text-2xl text-on-night leading-none">
            {unavailableText(product)}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="poster-type text-2xl/none transition-colors group-hover:text-link lg:text-3xl/none">
          <Link to="/shop/$slug" params={{ slug: product.slug }} className="after:absolute after:inset-0">
            {product.name}
          </Link>
        </h3>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span className="font-semibold">{productPriceText(product, money)}</span>
          <span className="text-soft">
            {[productFormatText(product), product.isAvailable && stockNotice(product, product.isDigital)]
              .filter(Boolean)
              .join(dot)}
          </span>
        </p>
      </div>
      {children && <div className="relative z-10">{children}</div>}
    </li>
  )
}

const soldOutClass = ({ isAvailable }: ShopProduct) => (isAvailable ? '' : 'opacity-60 grayscale')

/** A product in the list, with its description. */
export function ProductListItem({ product, children }: Pick<Props, 'product' | 'children'>) {
  const money = useFormatMoney()
  const [image] = product.images
  return (
    <li className="group relative grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-5 gap-y-3 border-line border-t py-5 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center sm:gap-x-8">
      <BoxedPicture
        name={product.name}
        picture={image}
        sizes="8rem"
        className="aspect-4/5"
        pictureClass={soldOutClass(product)}
      />
      <div className="min-w-0">
        <h3 className="poster-type text-2xl/none transition-colors group-hover:text-link lg:text-4xl/none">
          <Link to="/shop/$slug" params={{ slug: product.slug }} className="after:absolute after:inset-0">
            {product.name}
          </Link>
        </h3>
        <p className="mt-2 text-soft">
          {[productFormatText(product), stockNotice(product, product.isDigital)].filter(Boolean).join(dot)}
        </p>
        <p className="mt-2 line-clamp-2 max-w-prose text-soft">{product.description}</p>
      </div>
      <div className="relative z-10 flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:col-start-2 sm:flex-col sm:items-end">
        <p className="font-semibold text-xl tabular-nums">{productPriceText(product, money)}</p>
        {children}
      </div>
    </li>
  )
}
