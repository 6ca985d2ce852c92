import { expect, test } from 'vitest'
import {
  hasAnnouncements,
  hasFooterMailingList,
  hasHomeMailingList,
  hasShop,
  mailingListAddress,
  sellsByContact,
  sellsDigital,
  takesCards,
} from '#domain/sites/features.ts'
import { type ConditionalRoute, isRouteEnabled } from '#domain/sites/pages.ts'
import type { SiteConfig } from '#domain/sites/site.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const site = (features: SiteConfig['features']) => siteFrom(minimalSite({ features }))
const cards = { shop: { enabled: true, type: 'stripe' as const } }
const contact = { shop: { enabled: true, type: 'contact' as const } }

test.each([
  ['off', { shop: { enabled: false } }, [false, false, false]],
  ['with cards', cards, [true, true, false]],
  ['by contact', contact, [true, false, true]],
])('hasShop, takesCards and sellsByContact for a shop that is %s', (_, features, answers) => {
  const siteWithFeatures = site(features)
  expect([hasShop(siteWithFeatures), takesCards(siteWithFeatures), sellsByContact(siteWithFeatures)]).toEqual(answers)
})

test('digital products are sold only where there is a shop', () => {
  expect(sellsDigital(site({ digitalProducts: true }))).toBe(false)
  expect(sellsDigital(site({ ...cards, digitalProducts: true }))).toBe(true)
  expect(sellsDigital(site(cards))).toBe(false)
})

test('announcements are on unless the site turns them off', () => {
  expect(hasAnnouncements(site({}))).toBe(true)
  expect(hasAnnouncements(site({ announcements: false }))).toBe(false)
})

const shopRoutes = ['/shop', '/shop/contact', '/admin/shop', '/admin/orders'] as const
const cardRoutes = ['/cart', '/checkout', '/payment/confirm'] as const
const digitalRoutes = [
  '/admin/digital-analytics',
  '/admin/downloads',
  '/admin/customer-support',
  '/admin/shop/uploads',
] as const
const otherRoutes = ['/awards', '/discography', '/press', '/admin/media'] as const
const conditionalRoutes = [...shopRoutes, ...cardRoutes, ...digitalRoutes, ...otherRoutes]
// Does not compile while a conditional route is missing above.
conditionalRoutes satisfies ConditionalRoute extends (typeof conditionalRoutes)[number] ? ConditionalRoute[] : never

test.each<[string, SiteConfig['features'], readonly ConditionalRoute[]]>([
  ['nothing', {}, []],
  ['a card shop', cards, [...shopRoutes, ...cardRoutes]],
  ['a contact shop', contact, shopRoutes],
  ['a card shop with music', { ...cards, digitalProducts: true }, [...shopRoutes, ...cardRoutes, ...digitalRoutes]],
  ['digital products without a shop', { digitalProducts: true }, []],
  ['awards', { awards: true }, ['/awards']],
  ['a discography', { discography: true }, ['/discography']],
  ['press', { press: true }, ['/press']],
  ['media', { media: { enabled: true } }, ['/admin/media']],
  ['tour and gallery, whose pages answer anyway', { tour: true, gallery: true }, []],
])('the routes that are open on a site with %s', (_, features, open) => {
  const siteWithFeatures = site(features)
  expect(conditionalRoutes.filter((route) => isRouteEnabled(siteWithFeatures, route)).sort()).toEqual([...open].sort())
})

test.each([
  ['off', {}, [null, false, false]],
  ['on', { enabled: true }, ['updates@site.example', true, false]],
  [
    'on the home page only',
    { enabled: true, showInFooter: false, showOnHomepage: true },
    ['updates@site.example', false, true],
  ],
  ['named', { enabled: true, listName: 'news' }, ['news@site.example', true, false]],
  ['elsewhere', { enabled: true, productionDomain: 'lists.example' }, ['updates@lists.example', true, false]],
])('address, footer and home page form of a mailing list that is %s', (_, mailingList, answers) => {
  const siteWithFeatures = site({ mailingList })
  expect([
    mailingListAddress(siteWithFeatures),
    hasFooterMailingList(siteWithFeatures),
    hasHomeMailingList(siteWithFeatures),
  ]).toEqual(answers)
})
