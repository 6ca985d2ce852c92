import { cartKey } from '#domain/cart/cart-key.ts'

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored text of the cart: in local storage, or after “Essential Only” in that of the tab. Any access may throw. */
export function createCartStorage(local: () => BrowserStorage, ofTab: () => BrowserStorage) {
  /** The stored text at the last read. */
  let known: string | null = null
  let isTabOnly = false

  function read(): string | null {
    try {
      const text = local().getItem(cartKey)
      const textOfTab = text === null ? ofTab().getItem(cartKey) : null
      isTabOnly = textOfTab !== null
      return text ?? textOfTab
    } catch {
      return known
    }
  }

  function removeFromTab(): void {
    isTabOnly = false
    try {
      ofTab().removeItem(cartKey)
    } catch {}
  }

  return {
    read,
    removeFromTab,
    isTabOnly: () => isTabOnly,
    note: (text: string | null): void => {
      known = text
    },
    /** What another tab has stored since. A value that vanished without a storage event must not empty this cart: null. */
    changed(): string | null {
      const stored = read()
      return stored === known ? null : stored
    },
    write(text: string): void {
      try {
        local().setItem(cartKey, text)
        known = text
        removeFromTab()
      } catch {}
    },
    remove(): void {
      known = null
      removeFromTab()
      try {
        local().removeItem(cartKey)
      } catch {}
    },
    /** Null: nothing stays. */
    moveToTab(text: string | null): void {
      isTabOnly = text !== null
      known = text
      try {
        if (text) ofTab().setItem(cartKey, text)
      } catch {}
    },
  }
}
