import { defineSite } from '#domain/sites/define-site.ts'
import type { SiteConfig } from '#domain/sites/site.ts'

/** For tests: the least that a site has to say. */
export const leastConfig: SiteConfig = {
  siteId: '01a1dd00-0000-7000-8000-000000000001',
  name: 'Example',
  tagline: 'An example',
  description: 'A site for tests.',
  domain: 'site.example',
  zone: 'Europe/London',
  currency: 'GBP',
  branding: { logo: { light: 'logo-light.svg', dark: 'logo-dark.svg' }, signature: null },
  content: {
    home: {
      hero: { line: 'Hello', image: 'hero.jpg', portrait: null, action: null },
      intro: { heading: 'About', text: 'Some words.', image: null, action: null },
      headings: {},
      highlights: [],
    },
    pages: {
      tour: listText('Tour'),
      gallery: listText('Gallery'),
      media: listText('Media'),
      contact: { title: 'Contact', description: 'Write.', intro: 'Do.' },
      shop: listText('Shop'),
      discography: listText('Discography'),
      awards: listText('Awards'),
      press: listText('Press'),
    },
    notFound: { title: 'Nothing', text: 'Nothing here.', action: { target: '/', label: 'Home' } },
    releases: [],
    awards: [],
    press: [],
  },
}

export const leastSite = (changes: Partial<SiteConfig> = {}, folder = 'example') =>
  defineSite(folder, { ...leastConfig, ...changes })

function listText(title: string) {
  return { title, description: title, intro: title, empty: { text: 'Nothing yet.', action: null } }
}
