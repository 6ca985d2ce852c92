import { Link, useRouter } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { addableQuantity, type CartItem, cartItemId, remainingProductQuantity } from '#domain/cart/cart.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import {
  maxCartQuantity,
  type ShopProduct,
  type ShopVariant,
  unavailableText,
  variantName,
} from '#domain/products/shop-product.ts'
import { draftPreviewTexts } from '#domain/texts/own-frame-words.ts'
import { cartTexts as texts } from '#domain/texts/own-words.ts'
import { openCartDrawer } from '#web/site/cart/cart-drawer-state.ts'
import { cartStore } from '#web/site/cart/cart-store.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button, type ButtonStyle, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type CardProduct = Pick<
  ShopProduct,
  'id' | 'slug' | 'name' | 'price' | 'isDigital' | 'isAvailable' | 'isDraft' | 'available' | 'maxQuantity'
> & {
  variants: readonly unknown[]
}
type ChosenVariant = Pick<ShopVariant, 'id' | 'options' | 'price' | 'isAvailable' | 'available' | 'maxQuantity'>

type Props = {
  product: CardProduct
  variant?: ChosenVariant | null
  quantity?: number
  look?: ButtonStyle
  className?: string
  /** Asks for the variant, on the product's own page. */
  onUnchosen?: () => void
}

/** Adds to the cart and shows a toast. A product with variants links to its page instead. */
export function AddToCart({ product, variant = null, quantity = 1, look = {}, className = '', onUnchosen }: Props) {
  const toast = useToast()
  const { takesOrders } = useWebsite().shop
  const { preview } = useRouter().options.context
  const chosen = variant ?? product
  if (!chosen.isAvailable)
    return (
      <Button {...look} disabled className={className}>
        {unavailableText(product)}
      </Button>
    )
  if (!takesOrders)
    return (
      <Button {...look} disabled className={className}>
        Not open yet
      </Button>
    )
  if (!variant && product.variants.length && !onUnchosen)
    return (
      <Link to="/shop/$slug" params={{ slug: product.slug }} className={`${buttonClass(look)} ${className}`}>
        Choose<span className="sr-only"> your {product.name}</span>
      </Link>
    )

  function add() {
    if (preview) return toast.info(draftPreviewTexts.onlyShows)
    if (onUnchosen) return onUnchosen()
    const inCart = cartStore.current()
    const item = itemOf(product, variant, quantity)
    const room = remainingProductQuantity(inCart, item, product.maxQuantity)
    if (room < item.maxQuantity) item.maxQuantity = room
    const name = lineNameWithVariant({ name: product.name, variant: variant && variantName(variant.options) })
    const offer = { label: 'View cart', run: openCartDrawer }
    const { more, because } = addableQuantity(inCart, item)
    if (because) {
      if (because === 'most' && product.maxQuantity && item.maxQuantity === room)
        return toast.info(texts.atMost({ most: product.maxQuantity }), offer)
      const words = { 'in-cart': texts.inCart({ name }), most: texts.most({ name }), full: texts.full }
      return toast.info(words[because], offer)
    }
    cartStore.add(item)
    countAdded(item)
    const quantityInCart = cartStore.current().items.find(({ id }) => id === item.id)?.quantity ?? more
    toast.success(
      quantityInCart > more ? texts.addedAgain({ name, quantity: quantityInCart }) : texts.added({ name }),
      offer,
    )
  }

  return (
    <Button {...look} onClick={add} className={`noscript:hidden ${className}`}>
      <ShoppingBag aria-hidden className={`size-5 shrink-0 ${look.variant === 'quiet' ? 'max-sm:hidden' : ''}`} />
      Add to cart
      <span className="sr-only">: {product.name}</span>
    </Button>
  )
}

function itemOf(product: CardProduct, variant: ChosenVariant | null, quantity: number): CartItem {
  const line = { productId: product.id, variantId: variant?.id ?? null }
  const { price } = variant ?? product
  const { isDigital } = product
  return {
    id: cartItemId(line),
    ...line,
    quantity,
    price,
    isDigital,
    maxQuantity: isDigital ? 1 : maxCartQuantity(variant ?? product),
  }
}

/** Anonymous count for the analytics. A beacon is sent even while the page closes. */
function countAdded({ productId, variantId }: { productId: string; variantId: string | null }): void {
  const body = new Blob([JSON.stringify({ productId, variantId })], { type: 'application/json' })
  navigator.sendBeacon?.('/api/analytics/cart', body)
}
