import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slugOf } from '#domain/slug.ts'
import { content } from '#sites/musician/content.ts'
import { demoProducts } from '#sites/musician/demo/products.ts'
import { releases } from '#sites/musician/releases.ts'
import { shop } from '#sites/musician/shop.ts'

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

test('every track of the newest record can be heard', () => {
  const onSale = demoProducts.filter(({ status }) => status === 'published').flatMap(({ tracks = [] }) => tracks)
  const { title, tracks } = releases[0]!
  const files = tracks.map((track) => `${slugOf(track.title)}.mp3`)
  expect([title, files.length]).toEqual(['Night Ferry', 10])
  expect(onSale.map(({ file }) => file)).toEqual(expect.arrayContaining(files))
})

test('the demo texts about downloads and signatures match the shop settings', () => {
  expect(shop.downloads).toEqual({ allowed: 5, days: 30 })
  expect(content.pages.shop?.intro).toContain('up to five times, for thirty days')
  expect(readFileSync('sites/musician/pages/terms.md', 'utf8')).toContain('up to five times, for thirty days')
  // The checkout has no field for wishes.
  expect(demoProducts.map(({ description }) => description).join()).not.toMatch(/in the order/)
})

test('every picture of a demo product exists in the folder', () => {
  for (const file of demoProducts.flatMap(({ images }) => images))
    expect(existsSync(`sites/musician/images/${file}`), file).toBe(true)
})
