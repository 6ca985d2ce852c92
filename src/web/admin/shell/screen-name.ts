import type { PublicSite } from '#domain/sites/public-site.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'

/** Screens that are not in the sidebar. */
const outsideSidebar: Record<string, string> = {
  '/admin/change-password': changePasswordTexts.submit,
  '/admin/activity': 'Activity log',
}

/** The title of the screen at this path. The layout sets it, so that it stays when the screen crashes. */
export function screenName(site: Pick<PublicSite, 'features' | 'name'>, path: string): string {
  const name = outsideSidebar[path]
  if (name) return name
  const entries = sidebarGroups(site).flatMap((group) => group.entries)
  return entries.find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? site.name
}
