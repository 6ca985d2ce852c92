import { expect, test } from 'vitest'
import { z } from 'zod'
import { partSchemas, type SiteDocument, starterParts } from '#domain/site-editor/document.ts'
import { missingPictures, picturesInDocument } from '#domain/site-editor/document-pictures.ts'
import { searchTexts } from '#domain/site-editor/search-texts.ts'
import {
  emptyPartValues,
  fieldsOfPart,
  type PartWithForm,
  partForms,
  textParts,
} from '#domain/site-editor/text-fields.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sectionKinds } from '#sections/kinds.ts'
import { sites } from '#sites/index.ts'

const parts = Object.keys(partForms) as PartWithForm[]

type Schema = { type?: string; properties?: Record<string, Schema>; anyOf?: Schema[] }

/** Every value of a schema that holds no others, by its path. */
function leaves({ properties, anyOf = [], type }: Schema, path = ''): string[] {
  const inner = [{ properties }, ...anyOf].flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, each]) => leaves(each, path ? `${path}.${name}` : name)),
  )
  return inner.length || type === 'null' ? inner : [path]
}

test.each(parts)('the form of %s has a field for everything in it', (part) => {
  const expected = leaves(z.toJSONSchema(partSchemas[part], { io: 'input', unrepresentable: 'any' }) as Schema)
  const isIn = (path: string) =>
    fieldsOfPart(part).some((field) => path === field.path || path.startsWith(`${field.path}.`))
  // No page shows them.
  const idle = part.startsWith('page-') ? ['image'] : []
  expect(expected.filter((path) => !isIn(path) && !idle.includes(path))).toEqual([])
  for (const { path } of fieldsOfPart(part)) expect(expected.join()).toContain(path)
})

test('an empty form of a page has every field that must not be empty', () => {
  for (const part of textParts) {
    const blank = emptyPartValues(part)[part]
    if (!blank) continue
    const issues = partSchemas[part].safeParse(blank).error!.issues
    expect([...new Set(issues.map(({ message }) => message))]).toEqual(['must not be empty'])
  }
})

const [musician] = createSiteRegistry(sites).all
const document: SiteDocument = starterParts(musician!, new Map())

test('the check of texts names a picture that the folder of the site does not have', () => {
  const hasPicture = (file: string) => file !== 'gone.jpg'
  const history = { title: 'H', description: 'D', markdown: 'A\n\n![](gone.jpg)\n\n![](here.jpg)' }
  expect(missingPictures('text-history', history, hasPicture)).toEqual(['markdown'])
  expect(missingPictures('notFound', { ...document.notFound, image: 'gone.jpg' }, hasPicture)).toEqual(['image'])
  expect(missingPictures('sections-home', document['sections-home'], hasPicture)).toEqual([])
  const hero = { ...sectionKinds.hero.defaults, id: 'a', kind: 'hero', hidden: false, image: 'gone.jpg' }
  expect(missingPictures('own-a', { sections: [hero] }, hasPicture)).toEqual(['sections.0.image'])
  expect(missingPictures('navigation', document.navigation, hasPicture)).toEqual([])
  expect(picturesInDocument({ 'text-history': history })).toEqual(['gone.jpg', 'here.jpg'])
})

test('the search over all texts ignores accents and capitals', () => {
  const found = searchTexts({ ...document, 'page-shop': shop('Grüße aus Łódź, packed in Harwich') }, 'lodz, PACKED')
  expect(found).toEqual([
    {
      part: 'page-shop',
      field: 'page-shop.intro',
      label: 'Intro',
      before: 'Grüße aus ',
      match: 'Łódź, packed',
      after: ' in Harwich',
    },
  ])
  expect(searchTexts(document, 'hero.jpg')).toEqual([])
  expect(searchTexts(document, ' ')).toEqual([])
  expect(searchTexts(document, 'last boat').map(({ field }) => field)).toContain('sections-home.sections.0.line')
})

const shop = (intro: string) => ({ ...document['page-shop']!, intro })
