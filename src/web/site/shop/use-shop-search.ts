import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ShopSearch, shopSearch } from '#domain/products/filter.ts'

/** Keeps the other filters and returns to the first page. */
export const changedShopSearch = (changes: Partial<ShopSearch>) => (before: Record<string, unknown>) => ({
  ...shopSearch(before),
  page: undefined,
  ...changes,
})

export type SetShopSearch = (changes: Partial<ShopSearch>) => void

export function useShopSearch(): { search: ShopSearch; setSearch: SetShopSearch } {
  const navigate = useNavigate()
  return {
    // From the address, which changes before the new products have loaded.
    search: shopSearch(useLocation().search),
    setSearch: (changes) =>
      void navigate({
        to: '/shop',
        search: changedShopSearch(changes),
        replace: true,
        resetScroll: false,
        viewTransition: false,
      }),
  }
}
