import { Link, useRouter } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { addableQuantity, type CartItem, cartItemId, remainingProductQuantity } from '#domain/cart/cart.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { formatMoney } from '#domain/money.ts'
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
  'id' | 'slug' | 'name' | 'price' | 'priceKind' | 'isDigital' | 'isAvailable' | 'isDraft' | 'available' | 'maxQuantity'
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
  /** The price that the visitor has named, on the product's own page; null is no price yet. */
  named?: { price: number | null; onProblem: () => void }
}

/**
 * Adds to the cart and shows a toast. A product with variants, or whose price is named, links to its page instead. What
 * costs nothing goes straight to the checkout.
 */
export function AddToCart(props: Props) {
  const { product, variant = null, look = {}, className = '', onUnchosen, named } = props
  const add = useAdd(props)
  const { takesOrders } = useWebsite().shop
  const chosen = variant ?? product
  if (!chosen.isAvailable)
    return (
      <Button {...look} disabled className={className}>
        {unavailableText(product)}
      </Button>
    )
  const asksForPrice = product.priceKind === 'from' && !named
  const isFree = named?.price === 0
  if (!takesOrders && !isFree && !(product.priceKind === 'from' && product.price === 0))
    return (
      <Button {...look} disabled className={className}>
        Not open yet
      </Button>
    )
  if (asksForPrice || (!variant && product.variants.length && !onUnchosen))
    return (
      <Link to="/shop/$slug" params={{ slug: product.slug }} className={`${buttonClass(look)} ${className}`}>
        Choose<span className="sr-only"> your {product.name}</span>
      </Link>
    )

  return (
    <Button {...look} onClick={add} className={`noscript:hidden ${className}`}>
      <ShoppingBag aria-hidden className={`size-5 shrink-0 ${look.variant === 'quiet' ? 'max-sm:hidden' : ''}`} />
      {isFree ? texts.getFree : 'Add to cart'}
      <span className="sr-only">: {product.name}</span>
    </Button>
  )
}

function useAdd({ product, variant = null, quantity = 1, onUnchosen, named }: Props): () => void {
  const toast = useToast()
  const router = useRouter()
  const site = useWebsite()
  const { preview } = router.options.context
  return () => {
    if (preview) return toast.info(draftPreviewTexts.onlyShows)
    if (onUnchosen) return onUnchosen()
    if (named?.price === null) return named.onProblem()
    const inCart = cartStore.current()
    const item = itemOf(product, variant, quantity)
    if (named) item.price = named.price
    const room = remainingProductQuantity(inCart, item, product.maxQuantity)
    if (room < item.maxQuantity) item.maxQuantity = room
    const name = lineNameWithVariant({ name: product.name, variant: variant && variantName(variant.options) })
    const offer = { label: 'View cart', run: openCartDrawer }
    const isFree = named?.price === 0
    const before = inCart.items.find(({ id }) => id === item.id)
    const { more, because } = addableQuantity(inCart, item)
    if (because === 'in-cart' && named && (isFree || before?.price !== item.price)) {
      cartStore.add(item)
      if (isFree) return void router.navigate({ to: '/checkout' })
      return toast.success(texts.newPrice({ name, price: formatMoney(item.price, site) }), offer)
    }
    if (because) {
      if (because === 'most' && product.maxQuantity && item.maxQuantity === room)
        return toast.info(texts.atMost({ most: product.maxQuantity }), offer)
      const words = { 'in-cart': texts.inCart({ name }), most: texts.most({ name }), full: texts.full }
      return toast.info(words[because], offer)
    }
    cartStore.add(item)
    countAdded(item)
    if (isFree) return void router.navigate({ to: '/checkout' })
    const quantityInCart = cartStore.current().items.find(({ id }) => id === item.id)?.quantity ?? more
    toast.success(
      quantityInCart > more ? texts.addedAgain({ name, quantity: quantityInCart }) : texts.added({ name }),
      offer,
    )
  }
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
