import { describe, expect, test } from 'vitest'
import { createSiteRegistry, type HostingData } from '#domain/sites/registry.ts'
import type { SiteConfig, SiteDefinition } from '#domain/sites/site.ts'
import { InvalidSiteFiles } from '#domain/sites/site-file-problems.ts'
import { minimalConfig, minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const site = (folder: string, changes: Partial<SiteConfig> = {}) =>
  minimalSite(
    { domain: `${folder}.example`, siteId: `01a1dd00-0000-7000-8000-00000000000${folder.length}`, ...changes },
    folder,
  )
const ada = site('ada', { isDefault: true, hosts: ['localhost', '127.0.0.1', '[::1]'] })
const bert = site('bert')

function problemsOf(definitions: SiteDefinition[]): string[] {
  try {
    createSiteRegistry(definitions)
    return []
  } catch (error) {
    if (error instanceof InvalidSiteFiles) return error.problems
    throw error
  }
}

test.each([
  ['ada.example', 'ada'],
  ['ADA.Example', 'ada'],
  ['ada.example.', 'ada'],
  ['ada.example:3000', 'ada'],
  ['ada.example.:3000', 'ada'],
  ['localhost:8080', 'ada'],
  ['127.0.0.1:3000', 'ada'],
  ['[::1]:3000', 'ada'],
  ['[::1]', 'ada'],
  ['bert.example', 'bert'],
  ['carol.example', null],
  ['www.ada.example', null],
  ['ada.example..', null],
  ['ada.example:port', null],
  ['ada.example:123456', null],
  ['user@ada.example', null],
  ['ada.example/bert.example', null],
  [' ada.example', null],
  ['__proto__', null],
  ['constructor', null],
  ['', null],
])('the host %j selects the site %s', (host, folder) => {
  expect(createSiteRegistry([ada, bert]).siteForHost(host)?.folder ?? null).toBe(folder)
})

test('returns the default site and all sites in the given order', () => {
  const { all, defaultSite } = createSiteRegistry([bert, ada])
  expect(defaultSite.folder).toBe('ada')
  expect(all.map(({ folder }) => folder)).toEqual(['bert', 'ada'])
})

const bySelf = { siteId: minimalConfig.siteId }
test.each<[string, SiteDefinition[], string[]]>([
  [
    'the same website id, in other letters',
    [ada, site('bert', { siteId: '01A1DD00-0000-7000-8000-000000000003' })],
    ['sites/bert: siteId 01a1dd00-0000-7000-8000-000000000003 is already used by sites/ada'],
  ],
  [
    'a domain twice',
    [ada, site('bert', { domain: 'ada.example' })],
    ['sites/bert: host ada.example is already used by sites/ada'],
  ],
  [
    'a host that is a domain',
    [ada, site('bert', { hosts: ['ada.example'] })],
    ['sites/bert: host ada.example is already used by sites/ada'],
  ],
  [
    'a host twice',
    [ada, site('bert', { hosts: ['localhost'] })],
    ['sites/bert: host localhost is already used by sites/ada'],
  ],
  [
    'a host twice in one site',
    [site('ada', { isDefault: true, hosts: ['x', 'x'] })],
    ['sites/ada: host x is already used by sites/ada'],
  ],
  [
    'a folder twice',
    [ada, site('ada', { ...bySelf, domain: 'other.example' })],
    ['sites/ada: folder ada is already used by sites/ada'],
  ],
  ['no default', [bert], ['sites: none is the default; one of them must have isDefault: true']],
  ['no sites', [], ['sites: none is the default; one of them must have isDefault: true']],
  ['two defaults', [ada, site('bert', { isDefault: true })], ['sites/bert: isDefault is already true in sites/ada']],
])('rejects %s', (_, definitions, problems) => {
  expect(problemsOf(definitions)).toEqual(problems)
})

test('reports all problems of all sites at once', () => {
  const wrong = [site('ada', { name: '', zone: 'Mars/Olympus', isDefault: true }), site('bert', { currency: 'shells' })]
  expect(problemsOf(wrong)).toEqual([
    'sites/ada: name must not be empty',
    'sites/ada: zone must be an IANA time zone such as Europe/London',
    'sites/bert: currency must be an ISO currency such as GBP',
  ])
})

test('fills omitted fields with the defaults', () => {
  const filled = siteFrom(minimalSite({ features: { shop: { enabled: true }, tour: undefined } }))
  expect(filled).toMatchObject({
    folder: 'example',
    businessType: 'musician',
    hosts: [],
    isDefault: false,
    locale: 'en-GB',
    contact: { email: null },
    uploads: { quotaGigabytes: 100 },
    navigation: { main: null, footer: null },
    copyright: { content: 'Example', developer: null },
    features: {
      shop: { enabled: true, type: 'stripe' },
      media: { enabled: false },
      tour: false,
      announcements: true,
      mailingList: { enabled: false, listName: 'updates', showInFooter: true, showOnHomepage: false },
    },
    security: {
      passwordRequirements: { minLength: 8, uppercase: true, lowercase: true, number: true, special: 'standard' },
    },
  })
  expect(filled.animation).toEqual({
    enabled: true,
    pageTransitions: true,
    componentAnimations: true,
    reducedMotion: false,
    duration: 0.3,
    easing: 'easeInOut',
    defaultPageTransition: 'fade',
  })
})

test('a configured field replaces only its own default', () => {
  const filled = siteFrom(
    minimalSite({
      animation: { defaultPageTransition: 'flip' },
      security: { passwordRequirements: { minLength: 20 } },
      uploads: { quotaGigabytes: 20 },
    }),
  )
  expect(filled.uploads).toEqual({ quotaGigabytes: 20 })
  expect(filled.animation).toMatchObject({ defaultPageTransition: 'flip', duration: 0.3 })
  expect(filled.security.passwordRequirements).toMatchObject({ minLength: 20, special: 'standard' })
})

describe('with hosted sites and hosts from the database', () => {
  const bertId = bert.config.siteId
  const newId = '01a1dd00-0000-7000-8000-00000000000a'
  const made = { websiteId: newId, starter: 'bert', name: 'Cleo', isClosed: false }
  const host = (name: string, websiteId = newId, { isMain = false, isConfirmed = true } = {}) => {
    return { host: name, websiteId, isMain, isConfirmed }
  }
  const serving = (...hostings: HostingData[]) => {
    const registry = createSiteRegistry([ada, bert])
    const served = hostings.map((hosting) => registry.serve(hosting))
    return { registry, served, problems: served.at(-1)!.problems }
  }

  test('a hosted site is its starter with its own name and hosts, without contact and content of the starter', () => {
    const { registry, served } = serving({ sites: [made], hosts: [host('cleo.example', newId, { isMain: true })] })
    expect(served[0]).toEqual({ changed: [newId], problems: [] })
    const { content, theme } = registry.siteOf(bertId)!
    expect(registry.siteForHost('Cleo.example:3000')).toMatchObject({
      folder: 'bert',
      siteId: newId,
      name: 'Cleo',
      domain: 'cleo.example',
      hosts: [],
      isDefault: false,
      contact: { email: null },
      content: { releases: [], home: content.home },
      theme,
    })
    expect(registry.websiteIds).toEqual([ada.config.siteId, bertId, newId])
    expect(registry.inFolders.map(({ folder }) => folder)).toEqual(['ada', 'bert'])
  })

  test('serves a host once it is confirmed and until it is deleted', () => {
    const waiting = host('cleo.example', newId, { isMain: true, isConfirmed: false })
    const { registry } = serving({ sites: [made], hosts: [waiting] })
    expect(registry.siteForHost('cleo.example')).toBeNull()
    expect(registry.siteOf(newId)).toMatchObject({ domain: 'cleo.example' })
    registry.serve({ sites: [made], hosts: [{ ...waiting, isConfirmed: true }, host('www.cleo.example')] })
    expect(registry.siteForHost('www.cleo.example')).toBe(registry.siteForHost('cleo.example'))
    registry.serve({ sites: [], hosts: [] })
    expect([registry.siteForHost('cleo.example'), registry.siteOf(newId)]).toEqual([null, null])
  })

  test('a site of a folder gets further hosts, and a main one replaces its domain once it is confirmed', () => {
    const main = host('bert.band', bertId, { isMain: true, isConfirmed: false })
    const { registry } = serving({ sites: [], hosts: [main] })
    expect(registry.siteOf(bertId)).toMatchObject({ domain: 'bert.example', hosts: [] })
    const { changed } = registry.serve({ sites: [], hosts: [{ ...main, isConfirmed: true }] })
    expect(changed).toEqual([bertId])
    expect(registry.siteForHost('bert.band')).toMatchObject({ domain: 'bert.band', hosts: ['bert.example'] })
    expect(registry.siteForHost('bert.example')).toBe(registry.siteForHost('bert.band'))
  })

  test('keeps the object of an unchanged site, and knows suspended sites', () => {
    const hosts = [host('cleo.example', newId, { isMain: true })]
    const { registry } = serving({ sites: [made], hosts })
    const before = registry.siteOf(newId)
    expect(registry.serve({ sites: [{ ...made, isClosed: true }], hosts: [...hosts] }).changed).toEqual([])
    expect(registry.siteOf(newId)).toBe(before)
    expect([registry.isClosed(newId), registry.isClosed(bertId)]).toEqual([true, false])
  })

  test('reports a host that a site folder already has, and a site whose starter is missing', () => {
    const { registry, problems } = serving({
      sites: [made, { ...made, websiteId: '01a1dd00-0000-7000-8000-00000000000b', starter: 'gone', name: 'Dora' }],
      hosts: [host('cleo.example', newId, { isMain: true }), host('ada.example')],
    })
    expect(registry.siteForHost('ada.example')).toMatchObject({ folder: 'ada' })
    expect(problems).toEqual([
      'Dora is not served: sites/gone, which it began as, is gone',
      'ada.example does not lead to Cleo: sites/ada names it',
    ])
  })
})
