import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shopSearch } from '#domain/products/filter.ts'
import { ShopFilters } from '#web/site/shop/shop-filters.tsx'

const category = (slug: string, count: number) => ({ id: slug, slug, name: slug, count })
const shop = {
  categories: [category('clothing', 3), category('records', 4)],
  countOfAll: 7,
  prices: { from: 0, to: 20 },
}

/** The links marked as chosen at this address, visually and for screen readers. */
async function marked(address: string) {
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/shop', validateSearch: shopSearch }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  const page = renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <ShopFilters shop={shop} />
    </RouterContextProvider>,
  )
  const links = [...page.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = '', inside = '']) => ({
    words: inside.replace(/<[^>]+>/g, '').split(' ')[0],
    eye: attributes.includes('data-chosen='),
    ear: /aria-current="(page|true)"/.test(attributes),
  }))
  const named = (way: 'eye' | 'ear') => links.filter((link) => link[way]).map(({ words }) => words)
  expect(links.map(({ words }) => words)).toEqual(['All', 'clothing', 'records', 'Grid', 'List'])
  expect(named('ear')).toEqual(named('eye'))
  return named('eye')
}

test.each([
  ['/shop', ['All', 'Grid']],
  ['/shop?category=clothing', ['clothing', 'Grid']],
  ['/shop?view=list', ['All', 'List']],
  ['/shop?view=grid&page=2', ['All', 'Grid']],
  ['/shop?categories=clothing,records&view=list&q=ferry', ['clothing', 'records', 'List']],
])('at %s marks only the chosen category and view', async (address, chosen) => {
  expect(await marked(address)).toEqual(chosen)
})
