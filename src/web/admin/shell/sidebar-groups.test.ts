import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { type PublicSite, publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { screenTitle, sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'
import { siteEditorScreens } from '#web/admin/site-editor/screens.ts'

const allOff: PublicSite['features'] = {
  shop: { enabled: false, type: 'stripe' },
  media: { enabled: false },
  gallery: false,
  tour: false,
  announcements: false,
  discography: false,
  press: false,
  awards: false,
  digitalProducts: false,
  mailingList: {
    enabled: false,
    listName: 'updates',
    productionDomain: null,
    showInFooter: false,
    showOnHomepage: false,
    title: '',
    description: '',
  },
}
const allOn = {
  ...allOff,
  shop: { enabled: true, type: 'stripe' as const },
  media: { enabled: true },
  gallery: true,
  tour: true,
  announcements: true,
  digitalProducts: true,
}

/** After the specified groups. */
const siteEditor = ['Site', ...siteEditorScreens.map(({ label }) => label), 'Going live']
const withoutShop = siteEditor.filter((label) => label !== 'Shop rules')

/** Groups and entries in order, with the badge behind its entry. */
const read = (features: PublicSite['features']) =>
  sidebarGroups({ features }).map(({ label, entries }) => [
    label ?? '',
    ...entries.map((entry) => (entry.badge ? `${entry.label} [${entry.badge}]` : entry.label)),
  ])

test('the sidebar lists every entry in the specified order when all features are on', () => {
  expect(read(allOn)).toEqual([
    ['', 'Dashboard', 'Messages'],
    ['Content', 'Gallery', 'Products [Digital]', 'Tour Dates', 'Media', 'Announcements'],
    ['Sales', 'Orders'],
    ['Digital Music', 'Analytics [Insights]', 'Downloads', 'Customer Support [Help]'],
    ['', 'Settings'],
    siteEditor,
  ])
})

test('the sidebar lists dashboard, messages and settings when all features are off', () => {
  expect(read(allOff)).toEqual([['', 'Dashboard', 'Messages'], ['', 'Settings'], withoutShop])
})

test('shows the websites of the installation only with platform access', () => {
  const groups = sidebarGroups({ features: allOff }, { managesSites: true })
  expect(groups.at(-1)).toMatchObject({ label: 'Installation', entries: [{ to: '/admin/sites', label: 'Websites' }] })
  expect(screenTitle(site, '/admin/sites/new')).toBe('Websites')
})

test('hides the badge and Digital Music without digital products', () => {
  expect(read({ ...allOn, digitalProducts: false }).flat()).not.toContain('Digital Music')
  expect(read({ ...allOn, digitalProducts: false })[1]).toContain('Products')
})

test('hides Digital Music without a shop', () => {
  expect(read({ ...allOn, shop: { enabled: false, type: 'stripe' } })).toEqual([
    ['', 'Dashboard', 'Messages'],
    ['Content', 'Gallery', 'Tour Dates', 'Media', 'Announcements'],
    ['', 'Settings'],
    withoutShop,
  ])
})

const site = publicSite(siteWithDefaults(minimalSite()))

test('sidebar entries with a count say what is counted', () => {
  const counted = sidebarGroups({ features: allOn })
    .flatMap(({ entries }) => entries)
    .flatMap(({ label, todo }) => (todo ? [[label, todo.of, todo.words]] : []))
  expect(counted).toEqual([
    ['Messages', 'unreadMessages', 'unread'],
    ['Products', 'lowStock', 'with low stock'],
    ['Tour Dates', 'draftsDue', 'still a draft'],
    ['Orders', 'ordersToPack', 'to pack'],
    ['Settings', 'failedMails', 'mails not sent'],
  ])
})

test.each([
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/messages', 'Messages'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings/anything', 'Settings'],
  ['/admin/site/navigation', 'Navigation'],
  ['/admin/site/pictures', 'Pictures'],
  ['/admin/site/features', 'Features'],
  ['/admin/site/versions', 'Versions'],
  ['/admin/change-password', 'Change Password'],
  ['/admin/activity', 'Activity log'],
  ['/admin/going-live', 'Going live'],
  ['/admin/elsewhere', site.name],
])('%s is called %s', (path, name) => expect(screenTitle(site, path)).toBe(name))
