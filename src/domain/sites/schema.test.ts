import { expect, test } from 'vitest'
import type { SiteConfig } from '#domain/sites/site.ts'
import { InvalidSiteFiles } from '#domain/sites/site-file-problems.ts'
import { parseColourScale } from '#domain/sites/theme.ts'
import { minimalConfig, siteFrom } from '#tests/fixtures/domain/sites.ts'

/** The least site with one value put at a path, whether or not it may stand there. */
function problemsWith(path: string, value: unknown): string[] {
  const config = structuredClone(minimalConfig) as SiteConfig & Record<string, unknown>
  const names = path.split('.')
  const last = names.pop()!
  let at: Record<string, unknown> = config
  for (const name of names) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  if (value === undefined) delete at[last]
  else at[last] = value
  try {
    siteFrom({ folder: 'musician', config })
    return []
  } catch (error) {
    if (error instanceof InvalidSiteFiles) return error.problems
    throw error
  }
}

const wholeNames = ['siteId', 'name', 'tagline', 'description', 'domain', 'zone', 'currency', 'branding', 'content']
const link = 'must be a path such as /tour, or an http, https or mailto address'
const host = 'must be a host name in lower case, without a port'
const imageFile = 'must be the name of an image file, such as logo-light.svg, or the address of an uploaded picture'
const hex = 'must be a colour of 6 hex digits, such as #b91c1c'
const pale = parseColourScale(Array(10).fill('#eeeeee').join(' '))
const short = { ...pale, 300: undefined }
const release = {
  slug: 'one',
  title: 'One',
  kind: 'album',
  released: '2026',
  cover: 'cover.jpg',
  text: 'One.',
  credits: 'Me.',
  tracks: [{ title: 'One', duration: '3:00' }],
  product: null,
}

test('accepts the smallest valid site', () => expect(problemsWith('name', 'Example')).toEqual([]))

test.each(wholeNames)('a site without %s is refused', (name) => {
  expect(problemsWith(name, undefined)).toContain(`sites/musician: ${name} is missing`)
})

test.each<[path: string, value: unknown, problem: string]>([
  ['features.shop.type', 'paypal', 'features.shop.type must be "stripe" or "contact"'],
  ['features.shop.enabled', 'yes', 'features.shop.enabled must be true or false'],
  ['features.shop', true, 'features.shop must be an object with fields'],
  ['features.shop.price', 1, 'features.shop.price is not a known field'],
  ['features.media', true, 'features.media must be an object with fields'],
  ['features.media.enabled', 1, 'features.media.enabled must be true or false'],
  ['features.gallery', 'on', 'features.gallery must be true or false'],
  ['features.tour', null, 'features.tour must be true or false'],
  ['features.announcements', 0, 'features.announcements must be true or false'],
  ['features.discography', 1, 'features.discography must be true or false'],
  ['features.press', {}, 'features.press must be true or false'],
  ['features.awards', [], 'features.awards must be true or false'],
  ['features.digitalProducts', 'x', 'features.digitalProducts must be true or false'],
  ['uploads.quotaGigabytes', 0.5, 'uploads.quotaGigabytes must be at least 1'],
  ['uploads.quotaGigabytes', '20', 'uploads.quotaGigabytes must be a number'],
  ['features.blog', true, 'features.blog is not a known field'],
  ['features', null, 'features must be an object with fields'],
  ['features.mailingList.enabled', 'x', 'features.mailingList.enabled must be true or false'],
  [
    'features.mailingList.listName',
    'a b',
    'features.mailingList.listName must be the part of an address before the @, such as updates',
  ],
  ['features.mailingList.productionDomain', 'https://x.example', `features.mailingList.productionDomain ${host}`],
  ['features.mailingList.showInFooter', 'x', 'features.mailingList.showInFooter must be true or false'],
  ['features.mailingList.showOnHomepage', 'x', 'features.mailingList.showOnHomepage must be true or false'],
  ['features.mailingList.title', '', 'features.mailingList.title must not be empty'],
  ['features.mailingList.description', 5, 'features.mailingList.description must be text'],
  ['siteId', 'musician', 'siteId must be a UUID'],
  ['name', ' ', 'name must not be empty'],
  ['tagline', 1, 'tagline must be text'],
  ['description', null, 'description must be text'],
  ['nmae', 'x', 'nmae is not a known field'],
  ['businessType', 'bakery', 'businessType must be "musician" or "software" or "service"'],
  ['domain', 'Site.example', `domain ${host}`],
  ['domain', 'site.example:80', `domain ${host}`],
  ['domain', '', `domain ${host}`],
  ['hosts', 'localhost', 'hosts must be a list'],
  ['hosts', ['good.example', 'bad host'], `hosts[1] ${host}`],
  ['isDefault', 'yes', 'isDefault must be true or false'],
  ['locale', 'english', 'locale must be a language tag such as en-GB'],
  ['locale', 'en_GB', 'locale must be a language tag such as en-GB'],
  ['zone', 'London', 'zone must be an IANA time zone such as Europe/London'],
  ['currency', 'gbp', 'currency must be an ISO currency such as GBP'],
  ['contact.email', 'nobody', 'contact.email must be an email address'],
  ['contact.phone', '1', 'contact.phone is not a known field'],
  ['branding.logo.light', '../logo.svg', `branding.logo.light ${imageFile}`],
  ['branding.logo.dark', 'logo.exe', `branding.logo.dark ${imageFile}`],
  ['branding.signature', 'me.svg', 'branding.signature must be an object with fields'],
  ['navigation.main', {}, 'navigation.main must be a list'],
  ['navigation.main', [{ target: 'javascript:alert(1)', label: 'x' }], `navigation.main[0].target ${link}`],
  ['navigation.main', [{ target: '//evil.example', label: 'x' }], `navigation.main[0].target ${link}`],
  ['navigation.footer', [{ target: '/\\evil.example', label: 'x' }], `navigation.footer[0].target ${link}`],
  ['navigation.footer', [{ target: 'https://me@evil.example', label: 'x' }], `navigation.footer[0].target ${link}`],
  ['navigation.footer', [{ target: '/tour\n', label: 'x' }], `navigation.footer[0].target ${link}`],
  ['navigation.footer', [{ target: '/tour' }], 'navigation.footer[0].label is missing'],
  ['navigation.side', [], 'navigation.side is not a known field'],
  [
    'social',
    [{ link: 'mailto:a@b.example', icon: 'github', label: 'x' }],
    'social[0].link must be an address that begins with https://',
  ],
  [
    'social',
    [{ link: 'https://x.example', icon: 'myspace', label: 'x' }],
    'social[0].icon must be "facebook" or "instagram" or "youtube" or "tiktok" or "github"',
  ],
  ['copyright.content', '', 'copyright.content must not be empty'],
  ['copyright.developer', 3, 'copyright.developer must be text'],
  ['theme.light.colours.primary', short, 'theme.light.colours.primary.300 is missing'],
  ['theme.light.colours.primary', { ...pale, 300: 'red' }, `theme.light.colours.primary.300 ${hex}`],
  ['theme.dark.colours.secondary', { ...pale, 50: '#fff' }, `theme.dark.colours.secondary.50 ${hex}`],
  ['theme.dark.colours.accent', { ...pale, 950: '#000000' }, 'theme.dark.colours.accent.950 is not a known field'],
  ['theme.light.colours.brand', pale, 'theme.light.colours.brand is not a known field'],
  [
    'theme.light.gradients.tags',
    { angle: 400, stops: ['#000000', '#111111'] },
    'theme.light.gradients.tags.angle must be at most 360',
  ],
  [
    'theme.light.gradients.tags',
    { angle: 4.5, stops: ['#000000', '#111111'] },
    'theme.light.gradients.tags.angle must be a whole number',
  ],
  [
    'theme.light.gradients.layout',
    { angle: 0, stops: ['#000000'] },
    'theme.light.gradients.layout.stops must be at least 2 long',
  ],
  [
    'theme.dark.gradients.components',
    { angle: 0, stops: ['url(x)', '#000000'] },
    `theme.dark.gradients.components.stops[0] ${hex}`,
  ],
  ['theme.dark.gradients.announcements.calm', {}, 'theme.dark.gradients.announcements.calm is not a known field'],
  ['theme.sepia', {}, 'theme.sepia is not a known field'],
  ['animation.duration', 3, 'animation.duration must be at most 2'],
  ['animation.duration', -1, 'animation.duration must be at least 0'],
  ['animation.easing', 'bounce', 'animation.easing must be "linear" or "easeIn" or "easeOut" or "easeInOut"'],
  [
    'animation.defaultPageTransition',
    'explode',
    'animation.defaultPageTransition must be "fade" or "slide" or "slideUp" or "scale" or "flip"',
  ],
  ['animation.reducedMotion', 'no', 'animation.reducedMotion must be true or false'],
  ['security.passwordRequirements.minLength', 6, 'security.passwordRequirements.minLength must be at least 8'],
  ['security.passwordRequirements.minLength', 12.5, 'security.passwordRequirements.minLength must be a whole number'],
  [
    'security.passwordRequirements.special',
    true,
    'security.passwordRequirements.special must be "standard" or "extended" or false',
  ],
  [
    'security.passwordRequirements',
    { minLength: 14, special: false },
    'security.passwordRequirements must ask for uppercase and lowercase letters, a number and a special character',
  ],
  ['security.passwordRequirements.emoji', true, 'security.passwordRequirements.emoji is not a known field'],
  ['content.home.hero.line', '', 'content.home.hero.line must not be empty'],
  ['content.home.hero.image', 'hero', `content.home.hero.image ${imageFile}`],
  ['content.home.headings.blog', 'x', 'content.home.headings.blog is not a known field'],
  ['content.pages.tour', undefined, 'content.pages.tour is missing'],
  ['content.pages.tour.empty', undefined, 'content.pages.tour.empty is missing'],
  ['content.pages.contact.empty', {}, 'content.pages.contact.empty is not a known field'],
  ['content.pages.blog', {}, 'content.pages.blog is not a known field'],
  ['content.notFound.action', { target: 'data:text/html,x', label: 'x' }, `content.notFound.action.target ${link}`],
  ['content.releases', [{ ...release, kind: 'tape' }], 'content.releases[0].kind must be "album" or "EP" or "single"'],
  [
    'content.releases',
    [{ ...release, released: '2026-13' }],
    'content.releases[0].released must be a year, or a whole date with year, month and day',
  ],
  [
    'content.releases',
    [{ ...release, links: [{ address: 'javascript:x', label: 'x' }] }],
    'content.releases[0].links[0].address must be an address that begins with https://',
  ],
  [
    'content.releases',
    [{ ...release, tracks: [{ title: 'x', duration: '3:60' }] }],
    'content.releases[0].tracks[0].duration must be a duration such as 4:05',
  ],
  [
    'content.releases',
    [{ ...release, slug: 'A b' }],
    'content.releases[0].slug must be words in lower case joined by hyphens',
  ],
  [
    'content.awards',
    [{ year: 2020, title: 'x', by: 'y', result: 'lost', work: null, text: null }],
    'content.awards[0].result must be "won" or "shortlisted" or "nominated"',
  ],
  [
    'content.press',
    [{ quote: 'x', source: 'y', author: null, year: 2020, link: 'javascript:x' }],
    'content.press[0].link must be an address that begins with https://',
  ],
])('rejects %s = %j and names the field', (path, value, problem) => {
  expect(problemsWith(path, value)).toEqual([`sites/musician: ${problem}`])
})

test('rejects a value that is not a configuration', () => {
  const config = null as unknown as SiteConfig // what plain JavaScript can hand over
  expect(() => siteFrom({ folder: 'musician', config })).toThrow('sites/musician: must be an object with fields')
})

test('gives default texts to a page without texts in the site file', () => {
  const { press: _, ...pages } = minimalConfig.content.pages
  const config = { ...minimalConfig, content: { ...minimalConfig.content, pages } }
  expect(siteFrom({ folder: 'x', config }).content.pages.press).toMatchObject({ title: 'Press' })
})

test.each(['ISK', 'UGX', 'KWD', 'KPW'])('a shop that takes cards cannot use the currency %s', (currency) => {
  const config = { ...minimalConfig, currency }
  const shop = (type: 'stripe' | 'contact') => ({ ...config, features: { shop: { enabled: true, type } } })
  const problem = `sites/x: the shop takes cards, and ${currency} cannot be charged to a card here`
  expect(() => siteFrom({ folder: 'x', config: shop('stripe') })).toThrow(problem)
  for (const without of [config, shop('contact')])
    expect(() => siteFrom({ folder: 'x', config: without })).not.toThrow()
  for (const good of ['GBP', 'EUR', 'HUF', 'JPY'])
    expect(() => siteFrom({ folder: 'x', config: { ...shop('stripe'), currency: good } })).not.toThrow()
})

test('rejects a theme with too little contrast', () => {
  const problems = problemsWith('theme.light.colours.primary', pale)
  expect(problems).toContain(
    'sites/musician: light theme: white on primary 600 (main buttons) has contrast 1.16, and 4.5 is needed',
  )
  expect(problems).toContain(
    'sites/musician: dark theme: white on primary 700 (main buttons) has contrast 1.16, and 4.5 is needed',
  )
  const black = parseColourScale(Array(10).fill('#000000').join(' '))
  expect(problemsWith('theme.dark.colours.secondary', black)).toContain(
    'sites/musician: dark theme: secondary 900 on secondary 200 (areas in secondary 200) has contrast 1.00, and 4.5 is needed',
  )
  expect(
    problemsWith('theme.light.gradients.announcements.urgent', { angle: 0, stops: ['#990000', '#ff9999'] }),
  ).toContain(
    'sites/musician: light theme: white on gradient announcement-urgent, colour 2 (the banner, when urgent) has contrast 2.04, and 4.5 is needed',
  )
})
