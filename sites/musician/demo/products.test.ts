import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slugOf } from '#domain/slug.ts'
import { demoProducts } from '#sites/musician/demo/products.ts'
import { releases } from '#sites/musician/releases.ts'

test('the demo products cover every kind of product', () => {
  expect(demoProducts).toHaveLength(14)
  const count = (is: (product: (typeof demoProducts)[number]) => unknown) => demoProducts.filter(is).length
  expect(count(({ productType }) => productType === 'digital')).toBeGreaterThan(2)
  expect(count(({ productType }) => productType === 'bundle')).toBe(1)
  expect(count(({ optionNames }) => optionNames?.length)).toBeGreaterThan(2)
  expect(count(({ status }) => status === 'draft')).toBe(1)
  expect(count(({ status }) => status === 'archived')).toBe(1)
})

test('every release that links to the shop links to an existing product', () => {
  const onShow = demoProducts.filter(({ status }) => status === 'published')
  const slugs = onShow.map(({ slug, name }) => slug ?? slugOf(name))
  for (const { product } of releases) expect(slugs).toContain(product)
})

test('every picture exists in the folder', () => {
  for (const file of demoProducts.flatMap(({ images }) => images))
    expect(existsSync(`sites/musician/images/${file}`), file).toBe(true)
})
