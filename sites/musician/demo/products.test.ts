import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slugOf } from '#domain/slug.ts'
import { demoProducts } from '#sites/musician/demo/products.ts'
import { releases } from '#sites/musician/releases.ts'

test('the merch table shows everything that a shop can have', () => {
  expect(demoProducts).toHaveLength(14)
  const count = (is: (product: (typeof demoProducts)[number]) => unknown) => demoProducts.filter(is).length
  expect(count(({ productType }) => productType === 'digital')).toBeGreaterThan(2)
  expect(count(({ productType }) => productType === 'bundle')).toBe(1)
  expect(count(({ optionNames }) => optionNames?.length)).toBeGreaterThan(2)
  expect(count(({ status }) => status === 'draft')).toBe(1)
  expect(count(({ status }) => status === 'archived')).toBe(1)
})

test('every record that points to the shop points to something that is there', () => {
  const onShow = demoProducts.filter(({ status }) => status === 'published')
  const slugs = onShow.map(({ slug, name }) => slug ?? slugOf(name))
  for (const { product } of releases) expect(slugs).toContain(product)
})

test('every picture is in the folder', () => {
  for (const file of demoProducts.flatMap(({ images }) => images))
    expect(existsSync(`sites/musician/images/${file}`), file).toBe(true)
})
