import { expect, test } from 'vitest'
import { mailingListAddress, takesCards } from '#domain/sites/features.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalConfig, minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const site = siteFrom(
  minimalSite({
    contact: { email: 'owner-secret@site.example' },
    hosts: ['internal.example'],
    features: { shop: { enabled: true }, mailingList: { enabled: true } },
  }),
)

test('sends only the listed fields of a site to the browser', () => {
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

test('does not send the owner’s address or internal host names to the browser', () => {
  const sent = JSON.stringify(publicSite(site))
  expect(sent).not.toContain('owner-secret')
  expect(sent).not.toContain('internal.example')
})

test('does not send unlisted fields of a site, at any depth', () => {
  const secret = { secret: 'do-not-tell' }
  const { branding, features, copyright, animation, security, content, navigation } = site
  const grown = {
    ...site,
    ...secret,
    branding: { ...branding, ...secret, logo: { ...branding.logo!, ...secret } },
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

test('hasShop and the other feature functions accept the public site', () => {
  const known = publicSite(site)
  expect(takesCards(known)).toBe(true)
  expect(mailingListAddress(known)).toBe('updates@site.example')
})

test('sends the navigation without pages that are off', () => {
  expect(publicSite(site).navigation.main.map(({ label }) => label)).toEqual(['Shop', 'History', 'Contact'])
  expect(publicSite(site).notFound.text).toBe(minimalConfig.content.notFound.text)
})
