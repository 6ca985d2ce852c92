import type { PublicSite } from '#domain/sites/public-site.ts'
import { shopScreens } from '#web/admin/products/shop-tabs.tsx'
import { settingsTabNames, settingsTabs } from '#web/admin/settings/settings-tabs.ts'
import { screensOutsideSidebar, sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'

/** Something that the palette leads to. */
export type PaletteEntry = { kind: 'Screen' | 'Show' | 'Product' | 'Order'; name: string; about?: string; path: string }

/** The screens that are opened from the one at this path. */
function screensWithin(site: Pick<PublicSite, 'features'>, path: string): (readonly [path: string, name: string])[] {
  switch (path) {
    case '/admin/shop':
      return [['/admin/shop/new', 'New product'], ...shopScreens(site)]
    case '/admin/tour':
      return [['/admin/tour/new', 'New show']]
    case '/admin/media':
      return [['/admin/media/new', 'New media item']]
    case '/admin/site/records':
      return [['/admin/site/records/new', 'New record']]
    case '/admin/site/awards':
      return [['/admin/site/awards/new', 'New award']]
    case '/admin/site/press':
      return [['/admin/site/press/new', 'New press quote']]
    case '/admin/sites':
      return [['/admin/sites/new', 'New website']]
    case '/admin/announcements':
      return [['/admin/announcements/new', 'New announcement']]
    case '/admin/settings':
      return settingsTabs.map((tab) => [`/admin/settings?tab=${tab}`, `Settings: ${settingsTabNames[tab]}`])
    default:
      return []
  }
}

/** The screens whose name holds every typed word, in the order of the sidebar; all of them for no words. */
export function findScreens(
  site: Pick<PublicSite, 'features'>,
  typed: string,
  user: { managesSites?: boolean } = {},
): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = [
    ...sidebarGroups(site, user).flatMap(({ entries }) =>
      entries.flatMap(({ to, label }) => [[to, label] as const, ...screensWithin(site, to)]),
    ),
    ...Object.entries(screensOutsideSidebar),
  ]
  return entries
    .filter(([, name]) => words.every((word) => name.toLowerCase().includes(word)))
    .map(([path, name]) => ({ kind: 'Screen', name, path }))
}

/**
 * Which records to search for this text. Requests are logged with their address, so an e-mail address is never sent, and
 * orders are only searched by what can be a number.
 */
export function paletteSearchTerms(typed: string): { content: string | null; order: string | null } {
  const text = typed.trim()
  if (text.length < 2 || text.includes('@')) return { content: null, order: null }
  return { content: text.slice(0, 80), order: /\d/.test(text) ? text : null }
}
