import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { durationSeconds } from '#domain/pages/content.ts'
import { hasShop, mailingListAddress } from '#domain/sites/features.ts'
import { footerMenuLinks, mainMenuLinks } from '#domain/sites/navigation.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { sites } from '#sites/index.ts'
import { siteFrom } from '#tests/fixtures/domain/sites.ts'

const registry = createSiteRegistry(sites)
const [musician, software, service] = ['localhost', 'software.localhost', 'service.localhost'].map(
  (host) => registry.siteForHost(host)!,
) as [Site, Site, Site]

test('serves three sites, each on its own host; the musician is the default', () => {
  expect(registry.all).toEqual([musician, software, service])
  expect(registry.defaultSite).toBe(musician)
  expect(registry.all.map((site) => site.businessType)).toEqual(['musician', 'software', 'service'])
  for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost:3000'])
    expect(registry.siteForHost(host)).toBe(musician)
})

test('the musician site matches the specification', () => {
  const { mailingList, ...features } = musician.features
  expect(features).toEqual({
    shop: { enabled: true, type: 'stripe' },
    media: { enabled: true },
    gallery: true,
    tour: true,
    announcements: true,
    discography: true,
    awards: true,
    press: false,
    digitalProducts: true,
  })
  expect(mailingList).toMatchObject({ enabled: false, listName: 'updates', showInFooter: true, showOnHomepage: false })
  expect(musician.social.map(({ label }) => label)).toEqual(['Facebook', 'Instagram', 'Youtube', 'TikTok'])
  expect(mainMenuLinks(musician).map(({ label }) => label)).toEqual([
    'Tour',
    'Shop',
    'Gallery',
    'Discography',
    'Awards',
    'Media',
    'History',
    'Contact',
  ])
})

test('the software site has a card shop, press and its own texts, and no tour', () => {
  expect(software.features).toMatchObject({
    shop: { enabled: true, type: 'stripe' },
    tour: false,
    discography: false,
    awards: false,
    press: true,
  })
  expect(mainMenuLinks(software).map(({ label }) => label)).toEqual([
    'Pricing',
    'Guides',
    'In use',
    'Press',
    'About',
    'Support',
  ])
  expect(software.content.press.length).toBeGreaterThan(0)
})

test('the service site sells by contact, has a mailing list and requires long passwords', () => {
  expect(service.features.shop).toEqual({ enabled: true, type: 'contact' })
  expect(mailingListAddress(service)).toBe('tuning@feltandhammer.example')
  expect(service.features.mailingList).toMatchObject({ showInFooter: true, showOnHomepage: true })
  expect(service.security.passwordRequirements).toMatchObject({ minLength: 14, special: 'extended' })
})

test('no two sites share a primary colour', () => {
  const primary = registry.all.map((site) => site.theme.light.colours.primary[600])
  expect(new Set(primary).size).toBe(3)
})

test('the four releases are complete and sorted newest first', () => {
  const { releases } = musician.content
  expect(releases.map(({ title, released, kind }) => [title, released, kind])).toEqual([
    ['Night Ferry', '2026', 'album'],
    ['Salt Radio', '2023', 'album'],
    ['The Long Fetch', '2020', 'album'],
    ['Low Water', '2018', 'EP'],
  ])
  for (const { tracks } of releases) {
    expect(new Set(tracks.map(({ title }) => title)).size).toBe(tracks.length)
    for (const { duration } of tracks) expect(durationSeconds(duration)).toBeGreaterThan(30)
  }
})

/** Where the objects inside a value are, however deep. */
function objectsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, part]) => objectsIn(part, [...path, name]))
  return Array.isArray(value) ? inside : [path, ...inside]
}

test.each(sites)('rejects an unknown field anywhere in the content of sites/$folder', ({ folder, config }) => {
  for (const path of objectsIn(config)) {
    const grown = structuredClone(config)
    const at = path.reduce<Record<string, unknown>>((object, name) => object[name] as Record<string, unknown>, grown)
    at.surprise = 1
    expect(() => siteFrom({ folder, config: grown }), path.join('.')).toThrow(/surprise is not a known field$/)
  }
})

describe.each(registry.all)('sites/$folder', (site) => {
  const folder = `sites/${site.folder}`
  const pages = readdirSync(`${folder}/pages`)
  const needed = ['history.md', 'privacy.md', 'terms.md', ...(hasShop(site) ? ['shop-contact.md'] : [])]

  test('has a Markdown file for each of its written pages', () => expect(pages).toEqual(expect.arrayContaining(needed)))

  test.each(pages)('the written page %s starts with a title and has text', (page) => {
    const text = readFileSync(`${folder}/pages/${page}`, 'utf8')
    const [, title = '', description = '', body = ''] =
      /^---\n+title: ([^\n]+)\ndescription: ([^\n]+)\n---\n\n(.+)$/s.exec(text) ?? []
    expect(title).not.toBe('')
    // A colon and a space would start a field in the middle of the sentence.
    expect(`${title} ${description}`).not.toMatch(/: | #/)
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(body.split(/\s+/).length).toBeGreaterThan(100)
    expect(body).not.toMatch(/lorem|todo|coming soon|<[a-z]/i)
    expect(body).not.toMatch(/^# /m)
  })

  test('every link in its pages and lists leads to an existing page', () => {
    const links = pages.flatMap((page) =>
      [...readFileSync(`${folder}/pages/${page}`, 'utf8').matchAll(/(?<!!\[)\]\(([^)]+)\)/g)].map(
        ([, target]) => target!,
      ),
    )
    const listed = [...mainMenuLinks(site), ...footerMenuLinks(site)].map(({ target }) => target)
    const there =
      /^\/(tour|gallery|history|media|contact|privacy|terms|shop|shop\/contact|orders\/find|awards|discography|press)?$/
    for (const target of [...links, ...listed]) expect(target).toMatch(there)
    const { main, footer } = site.navigation
    if (main) expect(mainMenuLinks(site)).toEqual(main)
    if (footer) expect(footerMenuLinks(site)).toEqual(footer)
  })

  const pictures = `${folder}/images`
  test('every picture exists, and photographs have a description', () => {
    const { branding, content } = site
    const { hero, intro } = content.home
    const photographs = [hero.image, hero.portrait, intro.image, ...content.releases.map(({ cover }) => cover)]
    const drawings = [branding.logo, branding.signature].flatMap((image) => (image ? [image.light, image.dark] : []))
    expect(readdirSync(pictures)).toEqual(
      expect.arrayContaining([...photographs, ...drawings].filter((name) => name !== null)),
    )
    const known: Record<string, { alt: string }> = JSON.parse(readFileSync(`${pictures}/images.json`, 'utf8'))
    for (const name of photographs) if (name) expect(known[name]?.alt, name).toMatch(/\w{3}/)
  })

  test('meta descriptions are short enough for search results', () => {
    for (const { description } of [site, ...Object.values(site.content.pages)]) {
      expect(description.length).toBeGreaterThan(40)
      expect(description.length).toBeLessThanOrEqual(160)
    }
  })
})
