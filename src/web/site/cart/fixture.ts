import { vi } from 'vitest'
import type { CartItem } from '#domain/cart/cart.ts'
import { createCartStore } from '#web/site/cart/cart-store.ts'

export const id = (n: number) => `01a1dd00-0000-7000-8000-00000000000${n}`
export const thing = (n: number, changes: Partial<CartItem> = {}): CartItem => ({
  id: id(n),
  productId: id(n),
  variantId: null,
  quantity: 1,
  maxQuantity: 5,
  price: 2_400,
  isDigital: false,
  ...changes,
})

/** One browser: a storage, and tabs that hear of what the others write. */
export function browser({ full = false, blocked = false } = {}) {
  const kept = new Map<string, string>()
  const tabs: EventTarget[] = []
  function open() {
    const window = new EventTarget()
    tabs.push(window)
    const tell = (key: string, newValue: string | null) => {
      for (const other of tabs)
        if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    }
    const shelf = {
      getItem: (key: string) => {
        if (blocked) throw new Error('SecurityError')
        return kept.get(key) ?? null
      },
      setItem: (key: string, value: string) => {
        if (full || blocked) throw new Error('QuotaExceededError')
        kept.set(key, value)
        tell(key, value)
      },
      removeItem: (key: string) => {
        kept.delete(key)
        tell(key, null)
      },
    }
    const store = createCartStore(() => shelf)
    vi.stubGlobal('window', window)
    vi.stubGlobal('document', new EventTarget())
    const seen = vi.fn()
    const stop = store.watch(seen)
    const leave = () => window.dispatchEvent(new Event('pagehide'))
    return {
      ...store,
      shelf: () => shelf,
      seen,
      stop,
      leave,
      quantities: () => store.current().items.map(({ quantity }) => quantity),
    }
  }
  return { kept, open, stored: () => JSON.parse(kept.get('cart') ?? 'null') }
}
