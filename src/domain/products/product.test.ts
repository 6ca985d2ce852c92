import { describe, expect, test } from 'vitest'
import { availableQuantity, availableSets, createStockLookup, stockUseOf } from '#domain/products/availability.ts'
import { clearUnusedProductFields, ProductDraft } from '#domain/products/draft.ts'
import { descriptionHtml, plainDescription } from '#domain/products/markdown.ts'
import { maxCartQuantity } from '#domain/products/shop-product.ts'
import { productDeletionOutcome, statusAfterArchive, statusAfterRestore } from '#domain/products/status.ts'

const pin = { name: 'Pin', price: 700 }
const problems = (draft: object) => {
  const { error } = ProductDraft.safeParse({ ...pin, ...draft })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const [a, b] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']

describe('a new product', () => {
  test('a new product is a physical draft without stock and limit by default', () => {
    expect(ProductDraft.parse(pin)).toMatchObject({
      status: 'draft',
      productType: 'physical',
      stockQuantity: 0,
      maxQuantity: null,
      categoryId: null,
      variants: [],
    })
  })

  test('a digital product has no stock and no limit, whatever the request says', () => {
    const variants = [{ options: ['FLAC'], maxQuantity: 3, stockQuantity: 5 }]
    const draft = ProductDraft.parse({
      ...pin,
      productType: 'digital',
      maxQuantity: 4,
      stockQuantity: 9,
      optionNames: ['Format'],
      variants,
    })
    expect(clearUnusedProductFields(draft)).toMatchObject({
      maxQuantity: null,
      stockQuantity: 0,
      variants: [{ maxQuantity: null, stockQuantity: 0 }],
    })
    expect(clearUnusedProductFields({ ...draft, productType: 'physical' })).toMatchObject({
      maxQuantity: 4,
      stockQuantity: 9,
    })
  })

  test.each([
    [{ name: ' ' }, 'name: Please fill this in.'],
    [{ price: -1 }, 'price: Please enter a price like 12.50.'],
    [{ price: 1.5 }, 'price: Please enter a price like 12.50.'],
    [{ price: 1e9 }, 'price: This price is too high.'],
    [{ slug: 'contact' }, 'slug: This address is used by the shop itself.'],
    [{ slug: 'Über uns' }, 'slug: Please use lower-case letters, digits and hyphens.'],
    [{ maxQuantity: 0 }, 'maxQuantity: Please enter at least 1, or leave it empty.'],
    [{ images: [{ imageUrl: 'https://else.example/a.jpg', alt: 'A' }] }, 'images.0.imageUrl: Please choose a picture.'],
    [{ images: [{ imageUrl: '/images/1/a', alt: '' }] }, 'images.0.alt: Please describe the picture.'],
    [{ productType: 'bundle' }, 'parts: Please choose the products in the bundle.'],
    [{ parts: [{ productId: a }] }, 'parts: Only a bundle has parts.'],
    [
      { productType: 'bundle', parts: [{ productId: a }, { productId: a, quantity: 2 }] },
      'parts: Please add each product once and set its quantity.',
    ],
  ])('rejects an invalid product with a message: %j', (draft, sentence) => {
    expect(problems(draft)).toContain(sentence)
  })
})

describe('variants', () => {
  const sizes = (...names: string[]) => names.map((name) => ({ options: [name] }))
  test.each([
    [{ optionNames: ['Size'] }, 'variants: Please add at least one variant.'],
    [{ optionNames: ['Size', 'size'], variants: [] }, 'optionNames: Each option needs its own name.'],
    [{ optionNames: ['Size'], variants: sizes('M', 'm') }, 'variants: Two variants have the same options.'],
    [
      { optionNames: ['Size', 'Colour'], variants: sizes('M') },
      'variants.0.options: Please enter one value for each option of each variant.',
    ],
    [
      { optionNames: ['Size'], variants: [{ options: ['M'], priceDifference: -701 }] },
      'variants.0.priceDifference: The price would be below zero.',
    ],
    [
      { optionNames: ['Size'], variants: sizes(...Array.from({ length: 101 }, (_, n) => `${n}`)) },
      'variants: Please use at most 100 variants.',
    ],
  ])('rejects invalid variants with a message', (draft, sentence) => expect(problems(draft)).toContain(sentence))

  test('accepts a hundred variants, each with its own price and limit', () => {
    const variants = Array.from({ length: 100 }, (_, n) => ({ options: [`${n}`, 'Red'], priceDifference: n }))
    expect(problems({ optionNames: ['Size', 'Colour'], variants })).toEqual([])
  })
})

describe('a stored product', () => {
  const none = { activeOrders: 0, orderItems: 0, openCheckouts: 0, downloads: 0 }
  const named = { name: 'Pin', status: 'published' } as const
  test('a product can be archived once, and restored only when archived', () => {
    expect(statusAfterArchive(named)).toBe('archived')
    expect(() => statusAfterArchive({ status: 'archived' })).toThrow('Product is already archived')
    expect(statusAfterRestore({ status: 'archived' })).toBe('draft')
    expect(statusAfterRestore({ status: 'archived' }, 'published')).toBe('published')
    expect(() => statusAfterRestore(named)).toThrow('Only archived products can be restored')
  })

  test('deletes a product without sales, otherwise archives it or refuses', () => {
    expect(productDeletionOutcome(named, none)).toBe('delete')
    expect(productDeletionOutcome(named, { ...none, orderItems: 1 })).toBe('product-has-order-history')
    expect(productDeletionOutcome(named, { ...none, orderItems: 1, downloads: 1 })).toBe('product-has-downloads')
    expect(productDeletionOutcome(named, { ...none, openCheckouts: 1 })).toBe('product-being-paid')
    expect(() => productDeletionOutcome(named, { ...none, activeOrders: 2, orderItems: 2, downloads: 1 })).toThrow(
      'Cannot delete product "Pin". It has 2 active order(s).',
    )
  })
})

describe('the available stock', () => {
  const left = createStockLookup([
    { productId: a, variantId: null, onHand: 7, held: 2 },
    { productId: b, variantId: a, onHand: 1, held: 3 },
  ])
  const part = (quantity: number, isDigital = false) => ({ productId: a, variantId: null, quantity, isDigital })
  const asBundle = (...parts: ReturnType<typeof part>[]) =>
    availableQuantity(stockUseOf('bundle', { productId: b, variantId: null }, parts), left)

  test('the available stock is the stock on hand minus held pieces', () => {
    expect(left({ productId: a, variantId: null })).toBe(5)
    expect(left({ productId: b, variantId: a })).toBe(0)
    expect(availableQuantity(stockUseOf('physical', { productId: a, variantId: null }, []), left)).toBe(5)
    expect(availableQuantity(stockUseOf('physical', { productId: a, variantId: b }, []), left)).toBe(0)
    expect(availableQuantity(stockUseOf('digital', { productId: a, variantId: null }, []), left)).toBeNull()
  })

  test('computes the available stock of a bundle from its parts', () => {
    expect(asBundle(part(2))).toBe(2)
    expect(asBundle(part(2), part(2))).toBe(1)
    expect(asBundle(part(2), part(1, true))).toBe(2)
    expect(asBundle(part(1, true))).toBeNull()
    expect(asBundle()).toBe(0)
    expect(availableSets([], left)).toBeNull()
  })

  test('limits the quantity in a cart by stock, product limit and 99', () => {
    expect(maxCartQuantity({ available: 3, maxQuantity: null })).toBe(3)
    expect(maxCartQuantity({ available: 3, maxQuantity: 2 })).toBe(2)
    expect(maxCartQuantity({ available: 10, maxQuantity: null })).toBe(99)
    expect(maxCartQuantity({ available: null, maxQuantity: null })).toBe(99)
  })
})

describe('the description of a product', () => {
  test('renders a product description from Markdown without scripts or HTML', () => {
    expect(descriptionHtml('**180 g** & _black_')).toBe('<p><strong>180 g</strong> &amp; <em>black</em></p>')
    expect(descriptionHtml('<script>alert(1)</script>')).not.toContain('<script')
    expect(descriptionHtml('[x](javascript:alert(1)) <a href="x" onclick="y">')).not.toMatch(/javascript:|<a href="x"/)
  })

  test('shortens a product description to plain text, cut between words', () => {
    expect(plainDescription('# One\n\n**Two** & [three](/x).\n\n- four')).toBe('One. Two & three. four')
    expect(plainDescription('word '.repeat(100), 22)).toBe('word word word word…')
    expect(plainDescription('x'.repeat(300), 10)).toBe('xxxxxxxxxx…')
  })

  test.each([
    ['- ten tracks\n- a *poster*\n- stickers', 'ten tracks, a poster, stickers'],
    ['Contains\n\n- ten tracks\n- a poster\n\nOut in May', 'Contains: ten tracks, a poster. Out in May'],
    ['Inside:\n\n1. One.\n2. Two!\n3. Three\n', 'Inside: One. Two! Three'],
    ['- loose\n\n- items\n\nEnd', 'loose, items. End'],
    ['- outer\n  - inner\n  - more\n- last', 'outer: inner, more, last'],
    ['# Side A\n\nSalt  \nand *wire*s\n\n> Quoted\n\n---\n\n`x < y` & z', 'Side A. Salt and wires. Quoted. x < y & z'],
  ])('separates blocks and list items in a plain-text description: %j', (markdown, words) => {
    expect(plainDescription(markdown)).toBe(words)
  })
})
