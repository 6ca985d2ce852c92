import { describe, expect, test } from 'vitest'
import {
  clampPage,
  filterProducts,
  isUnfiltered,
  priceRange,
  type SortableProduct,
  selectHighlights,
  shopFilterFromSearch,
  shopSearch,
} from '#domain/products/filter.ts'

const category = (slug: string) => ({ id: slug, slug, name: slug })
const [vinyl, shirts] = [category('vinyl'), category('shirts')]
const product = (name: string, about: Partial<SortableProduct>): SortableProduct => ({
  id: name,
  slug: name,
  name,
  description: '',
  price: 1000,
  priceKind: 'fixed',
  suggestedPrice: null,
  productType: 'physical',
  category: null,
  images: [],
  optionNames: [],
  variants: [],
  isAvailable: true,
  available: 5,
  maxQuantity: null,
  isDigital: false,
  createdAt: new Date(0),
  isFeatured: false,
  ...about,
})
const variant = (price: number) => ({
  id: `${price}`,
  options: ['M'],
  price,
  isAvailable: true,
  available: 1,
  maxQuantity: null,
})
const all = [
  product('Tee', { category: shirts, price: 2000, variants: [variant(2000), variant(2400)] }),
  product('album', { category: vinyl, price: 2499, isAvailable: false, available: 0, createdAt: new Date(2) }),
  product('Single', { category: vinyl, price: 99, available: null, createdAt: new Date(1) }),
  product('Poster', { price: 1500 }),
]
const about = { currency: 'GBP', locale: 'en-GB', found: null }
const shown = (search: object, found: string[] | null = null) =>
  filterProducts(all, shopFilterFromSearch(shopSearch({ ...search })), { ...about, found })
const names = (search: object, found?: string[]) => shown(search, found).products.map(({ name }) => name)

describe('the product list of the shop', () => {
  test('sorts shop products by name by default, or by another field in either direction', () => {
    expect(names({})).toEqual(['album', 'Poster', 'Single', 'Tee'])
    expect(names({ direction: 'down' })).toEqual(['Tee', 'Single', 'Poster', 'album'])
    expect(names({ sort: 'price' })).toEqual(['Single', 'Poster', 'Tee', 'album'])
    expect(names({ sort: 'price', direction: 'down' })).toEqual(['album', 'Tee', 'Poster', 'Single'])
    expect(names({ sort: 'newest' })).toEqual(['album', 'Single', 'Poster', 'Tee'])
    expect(names({ sort: 'stock' })).toEqual(['Single', 'Poster', 'Tee', 'album'])
    expect(names({ sort: 'category' })).toEqual(['Poster', 'Tee', 'album', 'Single'])
  })

  test('sorts search results by relevance, unless another order is requested', () => {
    expect(names({ q: 'x' }, ['Tee', 'album', 'gone'])).toEqual(['Tee', 'album'])
    expect(names({ q: 'x', sort: 'name' }, ['Tee', 'album'])).toEqual(['album', 'Tee'])
  })

  test('filters shop products by the price of any variant, by stock and by categories', () => {
    expect(names({ from: '15', to: '20' })).toEqual(['Poster', 'Tee'])
    expect(names({ from: '21', to: '24' })).toEqual(['Tee'])
    expect(names({ in: 'stock' })).toEqual(['Poster', 'Single', 'Tee'])
    expect(names({ category: 'vinyl' })).toEqual(['album', 'Single'])
    expect(names({ categories: 'vinyl,shirts' })).toEqual(['album', 'Single', 'Tee'])
    expect(names({ category: 'vinyl', categories: 'shirts' })).toEqual([])
    expect(names({ category: 'unknown' })).toEqual([])
  })

  test('counts the products of each category with the other shop filters applied', () => {
    const { counts, countOfAll, total } = shown({ category: 'shirts', in: 'stock' })
    expect(Object.fromEntries(counts)).toEqual({ shirts: 1, vinyl: 1 })
    expect([countOfAll, total]).toEqual([3, 1])
  })

  test('shows 48 shop products per page', () => {
    const many = Array.from({ length: 50 }, (_, n) => product(`${n}`, {}))
    const page = (number: number) => filterProducts(many, { page: number }, about)
    expect([page(1), page(2)].map(({ products }) => products.length)).toEqual([48, 2])
    expect(page(2).products[0]!.name).toBe('48')
  })

  test('shows the last page for a page number beyond it', () => {
    const many = Array.from({ length: 50 }, (_, n) => product(`${n}`, {}))
    const page = (number: number) => filterProducts(many, { page: number }, about)
    expect(page(3)).toEqual(page(2))
    expect([clampPage(3, 50), clampPage(undefined, 50), clampPage(4, 0)]).toEqual([2, 1, 1])
  })
})

test('the price range of the filter is in whole units, and 0 to 1000 without products', () => {
  expect(priceRange([], 'GBP')).toEqual({ from: 0, to: 1000 })
  expect(priceRange(all, 'GBP')).toEqual({ from: 0, to: 25 })
  expect(priceRange([all[0]!], 'GBP')).toEqual({ from: 20, to: 24 })
  expect(priceRange([all[0]!], 'JPY')).toEqual({ from: 2000, to: 2400 })
})

test('ignores invalid search parameters in the URL of the shop', () => {
  const bad = { q: 'x'.repeat(81), category: '<b>', categories: ',', from: '-1', to: '1e9', in: 'x', sort: 'x' }
  expect(shopSearch({ ...bad, direction: 'x', view: 'x', page: '-3' })).toEqual({ page: 1 })
  expect(shopSearch({ q: '2', from: '10', page: '2', view: 'list' })).toEqual({
    q: '2',
    from: 10,
    page: 2,
    view: 'list',
  })
})

describe('the highlighted products above the shop list', () => {
  const row = (products: readonly SortableProduct[]) => {
    const { kind, products: shown } = selectHighlights(products)
    return [kind, ...shown.map(({ name }) => name)]
  }
  const bag = product('Bag', { createdAt: new Date(9) })

  test('highlights up to four featured products, newest first and sold-out last', () => {
    const featured = [...all, bag].map((each) => ({ ...each, isFeatured: true }))
    expect(row([...all, { ...bag, isFeatured: true }])).toEqual(['featured', 'Bag'])
    expect(row(featured)).toEqual(['featured', 'Bag', 'Single', 'Tee', 'Poster'])
    expect(row(featured.slice(0, 2))).toEqual(['featured', 'Tee', 'album'])
  })

  test('highlights the newest products if none is featured and there are more', () => {
    expect(row([...all, bag])).toEqual(['newest', 'Bag', 'Single', 'Tee', 'Poster'])
    expect(row(all)).toEqual(['newest'])
    expect(row([])).toEqual(['newest'])
  })

  test.each([
    [{}, true],
    [{ page: 1, size: 48 }, true],
    [{ page: 2 }, false],
    [{ sort: 'newest' }, false],
    [{ direction: 'down' }, false],
    [{ q: 'tee' }, false],
    [{ inStock: true }, false],
    [{ category: 'vinyl' }, false],
  ] as const)('shows highlighted products with the filter %o: %s', (filter, stands) => {
    expect(isUnfiltered(filter)).toBe(stands)
  })
})
