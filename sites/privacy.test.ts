import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { correspondenceYears } from '#domain/contact/contact.ts'
import { hasAnnouncements, sellsDigital, takesCards } from '#domain/sites/features.ts'
import { createRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { sites } from '#sites/index.ts'

const pageOf = (folder: string) => readFileSync(`sites/${folder}/pages/privacy.md`, 'utf8')

const inWords = ['no', 'one', 'two', 'three']

test.each(createRegistry(sites).all)(
  'the privacy page of $name matches the retention rules of the code',
  ({ folder, features }) => {
    const page = pageOf(folder)
    expect(page).toMatch(new RegExp(`delete\\w* \\w+ ${inWords[correspondenceYears]} years after you`))
    expect(page).toMatch(/\berased?\b|forgotten/)
    const hasOrders = features.shop.enabled && features.shop.type === 'stripe'
    expect(page.includes('](/orders/find)')).toBe(hasOrders)
  },
)

type StoredInBrowser = { words: RegExp; by: (site: Site) => boolean }
const everySite = () => true

/** What is stored in the browser, by its name in the code, with the text about it and the sites that store it. */
const kept: Record<string, StoredInBrowser> = {
  themeKey: { words: /\btheme\b/, by: everySite },
  consentKey: { words: /your answer to the cookie notice/, by: everySite },
  preferencesKey: { words: /your answer to the cookie notice/, by: everySite },
  dismissedKey: { words: /the announcements that you have dismissed/, by: hasAnnouncements },
  cartKey: { words: /\bbasket\b.*\baddress\b/, by: takesCards },
  startedPaymentsKey: { words: /the payments that you have begun/, by: takesCards },
  attemptKey: { words: /the payment that you are making/, by: takesCards },
  buyerKey: { words: /your name and e-mail address until it is paid/, by: takesCards },
  playSessionKey: { words: /random number .*changes every day/, by: sellsDigital },
  indexedDB: { words: /parts of downloads/i, by: sellsDigital },
  fileKey: { words: /where your copy is/i, by: everySite },
}

test.each(createRegistry(sites).all)('the privacy page of $name names everything stored in the browser', (site) => {
  const page = pageOf(site.folder)
  for (const [name, { words, by }] of Object.entries(kept)) expect([name, words.test(page)]).toEqual([name, by(site)])
})

test('the code stores nothing else in the browser', () => {
  const files = globSync('src/web/{site,ui}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })
  const use =
    /\b(?:[gs]etItem\(['"`${]*([\w-]+)|(indexedDB|document\.cookie|caches\.open|(?:local|session)Storage[.[](?![gs]etItem|removeItem)))/g
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(use)].map(([, key, other]) => key ?? other),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(kept).sort())
})
