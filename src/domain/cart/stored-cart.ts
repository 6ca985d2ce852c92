import { type CartItem, cartItemId, type StoredCart } from '#domain/cart/cart.ts'
import type { ShippingAddress } from '#domain/checkout/address.ts'
import { maxCheckoutLines } from '#domain/checkout/checkout.ts'
import { maxLineQuantity } from '#domain/products/shop-product.ts'

type Fields = Record<string, unknown>

/** Parses the stored cart and skips invalid items; null when nothing is stored, `broken` when it is not a cart. */
export function parseStoredCart(text: string | null): StoredCart | 'broken' | null {
  if (text === null) return null
  const value = parseJson(text)
  if (!isFields(value) || !Array.isArray(value.items)) return 'broken'
  const items = value.items.flatMap((item) => readItem(item) ?? [])
  const unique = new Map(items.map((item) => [item.id, item]))
  return {
    items: [...unique.values()].slice(0, maxCheckoutLines),
    lastUpdated: shortText(value.lastUpdated),
    sessionId: shortText(value.sessionId),
    shippingAddress: readAddress(value.shippingAddress),
    shippingOption: shortText(value.shippingOption),
  }
}

function readItem(value: unknown): CartItem | null {
  if (!isFields(value)) return null
  const { productId, variantId, quantity, maxQuantity, price, isDigital } = value
  if (!isId(productId) || !(variantId === null || isId(variantId)) || typeof isDigital !== 'boolean') return null
  if (!isCount(maxQuantity, 1, maxLineQuantity) || !isCount(price, 0, Number.MAX_SAFE_INTEGER)) return null
  if (!isCount(quantity, 1, Number.MAX_SAFE_INTEGER)) return null
  const item = { id: cartItemId({ productId, variantId }), productId, variantId, maxQuantity, price, isDigital }
  return { ...item, quantity: Math.min(quantity, isDigital ? 1 : maxQuantity) }
}

function readAddress(value: unknown): ShippingAddress | null {
  if (!isFields(value) || typeof value.country !== 'string' || !/^[A-Z]{2}$/.test(value.country)) return null
  const line = (name: keyof ShippingAddress) => shortText(value[name]) ?? ''
  return {
    line1: line('line1'),
    line2: line('line2'),
    city: line('city'),
    region: line('region'),
    postcode: line('postcode'),
    country: value.country,
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/i.test(value)
const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const shortText = (value: unknown): string | null => (typeof value === 'string' && value.length <= 300 ? value : null)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
