import { Link } from '@tanstack/react-router'
import { sellsDigital, type WithFeatures } from '#domain/sites/features.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** The screens of the shop beside its products. */
export const shopScreens = (site: WithFeatures) => [
  ['/admin/shop/inventory', 'Inventory'] as const,
  ['/admin/shop/categories', 'Categories'] as const,
  ...(sellsDigital(site) ? [['/admin/shop/uploads', 'Uploads'] as const] : []),
]

/** The sides of the shop, each at its own address. */
export function ShopTabs() {
  const sides = [['/admin/shop', sidebarTexts.products] as const, ...shopScreens(useWebsite())]
  return (
    <nav aria-label="Shop" className="border-line border-b">
      <ul className="flex flex-wrap gap-x-6 max-sm:justify-between max-sm:gap-x-2 max-sm:text-[0.9375rem]">
        {sides.map(([to, words]) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-3 font-semibold text-soft hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
