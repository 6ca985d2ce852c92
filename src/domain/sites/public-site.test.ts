import { expect, test } from 'vitest'
import { mailingListAddress, takesCards } from '#domain/sites/features.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { leastConfig, leastSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const site = siteFrom(
  leastSite({
    contact: { email: 'owner-secret@site.example' },
    hosts: ['internal.example'],
    features: { shop: { enabled: true }, mailingList: { enabled: true } },
  }),
)

test('sends these fields to the browser and no others', () => {
  expect(Object.keys(publicSite(site)).sort()).toEqual([
    'animation',
    'branding',
    'businessType',
    'copyright',
    'currency',
    'description',
    'domain',
    'features',
    'folder',
    'frameColours',
    'locale',
    'money',
    'name',
    'navigation',
    'notFound',
    'passwordRequirements',
    'shop',
    'siteId',
    'social',
    'tagline',
    'zone',
  ])
})

test('neither the owner’s address nor inner host names reach a browser', () => {
  const sent = JSON.stringify(publicSite(site))
  expect(sent).not.toContain('owner-secret')
  expect(sent).not.toContain('internal.example')
})

test('a field added to a site stays on the server, however deep', () => {
  const secret = { secret: 'do-not-tell' }
  const { branding, features, copyright, animation, security, content, navigation } = site
  const grown = {
    ...site,
    ...secret,
    branding: { ...branding, ...secret, logo: { ...branding.logo, ...secret } },
    features: {
      ...features,
      ...secret,
      shop: { ...features.shop, ...secret },
      media: { ...features.media, ...secret },
      mailingList: { ...features.mailingList, ...secret },
    },
    shop: { ...site.shop, ...secret },
    copyright: { ...copyright, ...secret },
    animation: { ...animation, ...secret },
    security: { passwordRequirements: { ...security.passwordRequirements, ...secret } },
    navigation: { ...navigation, main: [{ target: '/', label: 'Home', ...secret }] },
    social: [{ link: 'https://x.example', icon: 'github' as const, label: 'x', ...secret }],
    content: {
      ...content,
      notFound: { ...content.notFound, ...secret, action: { target: '/', label: 'x', ...secret } },
    },
  }
  expect(JSON.stringify(publicSite(grown))).not.toContain('do-not-tell')
})

test('the questions asked of a site can be asked of what the browser knows', () => {
  const known = publicSite(site)
  expect(takesCards(known)).toBe(true)
  expect(mailingListAddress(known)).toBe('updates@site.example')
})

test('the navigation is sent as it is shown', () => {
  expect(publicSite(site).navigation.main.map(({ label }) => label)).toEqual(['Shop', 'History', 'Contact'])
  expect(publicSite(site).notFound.text).toBe(leastConfig.content.notFound.text)
})
