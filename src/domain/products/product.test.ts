import { describe, expect, test } from 'vitest'
import { availableQuantity, availableSets, freePiecesBy, stockUseOf } from '#domain/products/availability.ts'
import { ProductDraft, withoutUnusedFields } from '#domain/products/draft.ts'
import { descriptionHtml, plainDescription } from '#domain/products/markdown.ts'
import { maxInCart } from '#domain/products/shop-product.ts'
import { archivedProduct, productDeletion, restoredProduct } from '#domain/products/status.ts'

const pin = { name: 'Pin', price: 700 }
const problems = (draft: object) => {
  const { error } = ProductDraft.safeParse({ ...pin, ...draft })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const [a, b] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']

describe('a new product', () => {
  test('is by default a physical draft without stock and without a limit', () => {
    expect(ProductDraft.parse(pin)).toMatchObject({
      status: 'draft',
      productType: 'physical',
      stockQuantity: 0,
      maxQuantity: null,
      categoryId: null,
      variants: [],
    })
  })

  test('that is digital has no stock and no limit, whatever the request says', () => {
    const variants = [{ options: ['FLAC'], maxQuantity: 3, stockQuantity: 5 }]
    const draft = ProductDraft.parse({
      ...pin,
      productType: 'digital',
      maxQuantity: 4,
      stockQuantity: 9,
      optionNames: ['Format'],
      variants,
    })
    expect(withoutUnusedFields(draft)).toMatchObject({
      maxQuantity: null,
      stockQuantity: 0,
      variants: [{ maxQuantity: null, stockQuantity: 0 }],
    })
    expect(withoutUnusedFields({ ...draft, productType: 'physical' })).toMatchObject({
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
  ])('that is invalid is refused with a message: %j', (draft, sentence) => {
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
  ])('that are invalid are refused with a message', (draft, sentence) => expect(problems(draft)).toContain(sentence))

  test('may be a hundred, each with its own price and limit', () => {
    const variants = Array.from({ length: 100 }, (_, n) => ({ options: [`${n}`, 'Red'], priceDifference: n }))
    expect(problems({ optionNames: ['Size', 'Colour'], variants })).toEqual([])
  })
})

describe('a stored product', () => {
  const none = { activeOrders: 0, orderItems: 0, openCheckouts: 0, downloads: 0 }
  const named = { name: 'Pin', status: 'published' } as const
  test('can be archived once, and restored only when archived', () => {
    expect(archivedProduct(named)).toBe('archived')
    expect(() => archivedProduct({ status: 'archived' })).toThrow('Product is already archived')
    expect(restoredProduct({ status: 'archived' })).toBe('draft')
    expect(restoredProduct({ status: 'archived' }, 'published')).toBe('published')
    expect(() => restoredProduct(named)).toThrow('Only archived products can be restored')
  })

  test('is deleted only without sales, and otherwise archived or refused', () => {
    expect(productDeletion(named, none)).toBe('delete')
    expect(productDeletion(named, { ...none, orderItems: 1 })).toBe('product-has-order-history')
    expect(productDeletion(named, { ...none, orderItems: 1, downloads: 1 })).toBe('product-has-downloads')
    expect(productDeletion(named, { ...none, openCheckouts: 1 })).toBe('product-being-paid')
    expect(() => productDeletion(named, { ...none, activeOrders: 2, orderItems: 2, downloads: 1 })).toThrow(
      'Cannot delete product "Pin". It has 2 active order(s).',
    )
  })
})

describe('the available stock', () => {
  const left = freePiecesBy([
    { productId: a, variantId: null, onHand: 7, held: 2 },
    { productId: b, variantId: a, onHand: 1, held: 3 },
  ])
  const part = (quantity: number, isDigital = false) => ({ productId: a, variantId: null, quantity, isDigital })
  const asBundle = (...parts: ReturnType<typeof part>[]) =>
    availableQuantity(stockUseOf('bundle', { productId: b, variantId: null }, parts), left)

  test('is the stock on hand minus held pieces', () => {
    expect(left({ productId: a, variantId: null })).toBe(5)
    expect(left({ productId: b, variantId: a })).toBe(0)
    expect(availableQuantity(stockUseOf('physical', { productId: a, variantId: null }, []), left)).toBe(5)
    expect(availableQuantity(stockUseOf('physical', { productId: a, variantId: b }, []), left)).toBe(0)
    expect(availableQuantity(stockUseOf('digital', { productId: a, variantId: null }, []), left)).toBeNull()
  })

  test('of a bundle is computed from its parts', () => {
    expect(asBundle(part(2))).toBe(2)
    expect(asBundle(part(2), part(2))).toBe(1)
    expect(asBundle(part(2), part(1, true))).toBe(2)
    expect(asBundle(part(1, true))).toBeNull()
    expect(asBundle()).toBe(0)
    expect(availableSets([], left)).toBeNull()
  })

  test('is limited per cart by stock, the limit of the product, and 99', () => {
    expect(maxInCart({ available: 3, maxQuantity: null })).toBe(3)
    expect(maxInCart({ available: 3, maxQuantity: 2 })).toBe(2)
    expect(maxInCart({ available: 10, maxQuantity: null })).toBe(99)
    expect(maxInCart({ available: null, maxQuantity: null })).toBe(99)
  })
})

describe('the description of a product', () => {
  test('is rendered from Markdown without scripts or HTML', () => {
    expect(descriptionHtml('**180 g** & _black_')).toBe('<p><strong>180 g</strong> &amp; <em>black</em></p>')
    expect(descriptionHtml('<script>alert(1)</script>')).not.toContain('<script')
    expect(descriptionHtml('[x](javascript:alert(1)) <a href="x" onclick="y">')).not.toMatch(/javascript:|<a href="x"/)
  })

  test('is shortened to plain text, cut between words', () => {
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
  ])('in plain words keeps blocks and list items apart: %j', (markdown, words) => {
    expect(plainDescription(markdown)).toBe(words)
  })
})
