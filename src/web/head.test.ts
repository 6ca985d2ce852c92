import { expect, test } from 'vitest'
import { pageHead } from '#web/head.ts'

const site = { name: 'Marlow Quay', locale: 'en-GB', origin: 'https://marlow.example' }
const page = { path: '/tour/1', title: 'Berlin, Lido', description: 'Berlin.', image: { path: '/a.jpg', alt: 'Lido' } }

test('a page is called by its own name and the site’s, and the home page by one', () => {
  expect(pageHead(site, page).meta).toContainEqual({ title: 'Berlin, Lido · Marlow Quay' })
  expect(pageHead(site, { ...page, title: site.name }).meta).toContainEqual({ title: 'Marlow Quay' })
})

test('no word of a page turns around what a browser, a search engine or a link preview says beside it', () => {
  const turned = {
    title: 'Ber\u202elin, Lido',
    description: '\u2067Berlin.',
    image: { ...page.image, alt: 'Li\u200fdo' },
  }
  expect(pageHead(site, { ...page, ...turned })).toEqual(pageHead(site, page))
})
