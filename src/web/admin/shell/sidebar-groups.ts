import type { LinkProps } from '@tanstack/react-router'
import {
  CalendarDays,
  ChartNoAxesCombined,
  Clapperboard,
  Download,
  Globe,
  Images,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  ReceiptText,
  Rocket,
  Settings,
  ShoppingBag,
} from 'lucide-react'
import type { SidebarCounts } from '#api/admin/dashboard.ts'
import { hasAnnouncements, hasGallery, hasMedia, hasShop, hasTour, sellsDigital } from '#domain/sites/features.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { sidebarTexts as texts } from '#domain/texts/admin.ts'
import { sidebarGroupTexts } from '#domain/texts/own-admin-words.ts'
import { guideTexts } from '#domain/texts/own-set-up-words.ts'
import { siteEditorScreens } from '#web/admin/site-editor/screens.ts'

type TodoName = Exclude<keyof SidebarCounts, 'isSandbox' | 'mailsAreFiles'>

export type SidebarEntry = {
  to: LinkProps['to'] & `/admin/${string}`
  label: string
  Icon: LucideIcon
  badge?: string
  /** What waits for the owner on this screen, and the words for it. */
  todo?: { of: TodoName; words: string }
}
export type SidebarGroup = { label?: string; entries: SidebarEntry[] }

type Site = Pick<PublicSite, 'features'>

/** Entries of the enabled features and of the user; groups without entries are left out. */
export function sidebarGroups(site: Site, { managesSites = false } = {}): SidebarGroup[] {
  const groups: SidebarGroup[] = [
    {
      entries: [
        { to: '/admin/dashboard', label: texts.dashboard, Icon: LayoutDashboard },
        {
          to: '/admin/messages',
          label: sidebarGroupTexts.messages,
          Icon: Mail,
          todo: { of: 'unreadMessages', words: 'unread' },
        },
      ],
    },
    { label: texts.content, entries: contentEntries(site) },
    { label: texts.sales, entries: entryIf(hasShop(site), ordersEntry) },
    { label: texts.digitalMusic, entries: sellsDigital(site) ? digitalMusicEntries : [] },
    {
      entries: [
        {
          to: '/admin/settings',
          label: texts.settings,
          Icon: Settings,
          todo: { of: 'failedMails', words: 'mails not sent' },
        },
      ],
    },
    {
      label: sidebarGroupTexts.site,
      entries: [
        ...siteEditorScreens
          .filter(({ requires }) => requires?.(site) ?? true)
          .map(({ to, label, Icon }) => ({ to, label, Icon })),
        { to: '/admin/going-live', label: 'Going live', Icon: Rocket },
      ],
    },
    {
      label: sidebarGroupTexts.installation,
      entries: entryIf(managesSites, { to: '/admin/sites', label: sidebarGroupTexts.websites, Icon: Globe }),
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const entryIf = (enabled: boolean, entry: SidebarEntry): SidebarEntry[] => (enabled ? [entry] : [])

const contentEntries = (site: Site): SidebarEntry[] => [
  ...entryIf(hasGallery(site), { to: '/admin/gallery', label: texts.gallery, Icon: Images }),
  ...entryIf(hasShop(site), {
    to: '/admin/shop',
    label: texts.products,
    Icon: ShoppingBag,
    ...(sellsDigital(site) && { badge: texts.productsBadge }),
    todo: { of: 'lowStock', words: 'with low stock' },
  }),
  ...entryIf(hasTour(site), {
    to: '/admin/tour',
    label: texts.tour,
    Icon: CalendarDays,
    todo: { of: 'draftsDue', words: 'still a draft' },
  }),
  ...entryIf(hasMedia(site), { to: '/admin/media', label: texts.media, Icon: Clapperboard }),
  ...entryIf(hasAnnouncements(site), { to: '/admin/announcements', label: texts.announcements, Icon: Megaphone }),
]

const ordersEntry: SidebarEntry = {
  to: '/admin/orders',
  label: texts.orders,
  Icon: ReceiptText,
  todo: { of: 'ordersToPack', words: 'to pack' },
}

const digitalMusicEntries: SidebarEntry[] = [
  { to: '/admin/digital-analytics', label: texts.analytics, Icon: ChartNoAxesCombined, badge: texts.analyticsBadge },
  { to: '/admin/downloads', label: texts.downloads, Icon: Download },
  { to: '/admin/customer-support', label: texts.support, Icon: LifeBuoy, badge: texts.supportBadge },
]

/** Screens that are not in the sidebar. */
export const screensOutsideSidebar: Record<string, string> = {
  '/admin/change-password': changePasswordTexts.submit,
  '/admin/activity': 'Activity log',
  '/admin/set-up': guideTexts.start,
}

/** The title of the screen at this path. The layout sets it, so that it stays when the screen crashes. */
export function screenTitle(site: Pick<PublicSite, 'features' | 'name'>, path: string): string {
  const name = screensOutsideSidebar[path]
  if (name) return name
  const entries = sidebarGroups(site, { managesSites: true }).flatMap((group) => group.entries)
  return entries.find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? site.name
}
