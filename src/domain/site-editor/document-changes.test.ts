import { expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { documentChanges } from '#domain/site-editor/document-changes.ts'
import { createOwnPage } from '#domain/site-editor/own-pages.ts'
import { changePathLabel, sectionExcerpt } from '#domain/site-editor/words.ts'
import { mainPart, type PlacedSection, type Section } from '#sections/kinds.ts'

const quote = (id: string, quote: string): Section => ({ id, hidden: false, kind: 'quote', quote, source: null })
const shows: Section = { id: 's', hidden: false, kind: 'shows', heading: null, count: 6, country: null }
const products: Section = {
  id: 'p',
  hidden: false,
  kind: 'products',
  heading: 'Shop',
  from: 'newest',
  count: 4,
  products: [],
  category: null,
}
const home = (...sections: PlacedSection[]): SiteDocument => ({ 'sections-home': { sections } })
/** As an owner reads it. */
const read = (before: SiteDocument, after: SiteDocument) =>
  documentChanges(before, after).map(({ part, path, before, after }) => [changePathLabel(part, path), before, after])

test('labels changed fields and choices of a section as its form does', () => {
  expect(read(home(products), home({ ...products, from: 'chosen', hidden: true }))).toEqual([
    ['Products, Hidden', 'no', 'yes'],
    ['Products, Which products', 'The newest in stock', 'Those chosen here'],
  ])
})

test('numbers sections of the same kind in the list of changes', () => {
  expect(read(home(quote('a', 'One'), quote('b', 'Two')), home(quote('a', 'One'), quote('b', 'Three')))).toEqual([
    ['Quote 2, Quote', 'Two', 'Three'],
  ])
})

test('reports added, deleted and moved sections, but not those that only shifted', () => {
  expect(read(home(quote('a', 'One'), shows), home(shows, quote('a', 'One'), products))).toEqual([
    ['Products', null, 'Shop'],
    ['Order of the sections', 'Quote, Next shows', 'Next shows, Quote'],
  ])
  expect(read(home(shows, products), home(products))).toEqual([['Next shows', 'Next shows', null]])
})

test('a page of the owner’s is added and deleted as a whole', () => {
  const page = createOwnPage('Deep cuts', '/deep-cuts')
  expect(read({}, { 'own-a': page })).toEqual([['', null, 'Deep cuts (/deep-cuts)']])
  expect(read({ 'own-a': page }, {})).toEqual([['', 'Deep cuts (/deep-cuts)', null]])
  expect(
    read({ 'own-a': page }, { 'own-a': { ...page, visibility: 'hidden', sections: [quote('a', 'One')] } }),
  ).toEqual([
    ['Who can find it', 'Everybody', 'Nobody'],
    ['Quote', null, 'One'],
  ])
})

test('shows a changed menu by the labels of its links', () => {
  const menu = (...labels: string[]): SiteDocument => ({
    navigation: { main: labels.map((label) => ({ target: '/tour', label })), footer: null },
  })
  expect(read(menu('Tour'), menu('Tour', 'Shop'))).toEqual([['Main menu', 'Tour', 'Tour, Shop']])
})

test('the excerpt of a section is its heading, first text or first entry', () => {
  const links: Section = {
    id: 'l',
    hidden: false,
    kind: 'links',
    heading: null,
    entries: [{ link: { target: '/tour', label: 'See all dates' } }],
  }
  expect([quote('a', 'One'), shows, links, mainPart].map(sectionExcerpt)).toEqual(['One', '', 'See all dates', ''])
})
