import { expect, test } from 'vitest'
import { pageHead } from '#web/head.ts'

const site = { name: 'Marlow Quay', locale: 'en-GB', origin: 'https://marlow.example' }
const page = { path: '/tour/1', title: 'Berlin, Lido', description: 'Berlin.', image: { path: '/a.jpg', alt: 'Lido' } }

test("the title has the names of page and site, and on the home page only the site's", () => {
  expect(pageHead(site, page).meta).toContainEqual({ title: 'Berlin, Lido · Marlow Quay' })
  expect(pageHead(site, { ...page, title: site.name }).meta).toContainEqual({ title: 'Marlow Quay' })
})

test('removes bidi controls from titles and descriptions', () => {
  const turned = {
    title: 'Ber\u202elin, Lido',
    description: '\u2067Berlin.',
    image: { ...page.image, alt: 'Li\u200fdo' },
  }
  expect(pageHead(site, { ...page, ...turned })).toEqual(pageHead(site, page))
})

test('names no picture where the site has none', () => {
  const { meta } = pageHead(site, { ...page, image: null })
  expect(JSON.stringify(meta)).not.toContain('image')
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary' })
})
