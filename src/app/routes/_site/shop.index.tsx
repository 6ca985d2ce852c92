import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound, requireFeature } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { loadShopContactPage } from '#app/routes/_site/-shop-contact.ts'
import { shopSearch } from '#domain/products/filter.ts'
import { sellsByContact } from '#domain/sites/features.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { ShopContactPage } from '#web/site/shop/shop-contact.tsx'
import { ShopPage } from '#web/site/shop/shop-page.tsx'
import { shopQuery } from '#web/site/shop/shop-query.ts'

/** A shop that sells by contact shows the page that invites people to write. */
export const Route = createFileRoute('/_site/shop/')({
  validateSearch: shopSearch,
  beforeLoad: requireFeature('/shop'),
  // Nothing else of the address, or a page from the page cache would not be the one that the browser expects.
  loaderDeps: ({ search }) => {
    const { view: _, ...deps } = shopSearch(search)
    return deps
  },
  loader: async ({ context, deps }) => {
    if (sellsByContact(context.site)) return loadShopContactPage(context)
    const [words, shop, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'shop')),
      loadOrNotFound(context, shopQuery(context.api, deps)),
      loadSectionsAroundMain(context, 'shop'),
    ])
    return { words, shop, around }
  },
  head: createPageHead('/shop'),
  component: ShopRoute,
})

function ShopRoute() {
  const loaded = Route.useLoaderData()
  const search = Route.useSearch()
  if ('picture' in loaded) return <ShopContactPage {...loaded.words} picture={loaded.picture} />
  const { words, shop, around } = loaded
  const isEmpty = shop.countOfAll === 0 && Object.values(search).every((value) => value === undefined)
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {isEmpty ? <EmptyList {...words.empty} /> : <ShopPage shop={shop} search={search} />}
    </MainWithSections>
  )
}
