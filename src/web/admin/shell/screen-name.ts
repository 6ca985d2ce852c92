import type { PublicSite } from '#domain/sites/public-site.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'

/** Screens that other screens lead to. */
const besideTheSidebar: Record<string, string> = {
  '/admin/change-password': changePasswordTexts.submit,
  '/admin/activity': 'Activity log',
}

/** What the window calls the screen at this address; it keeps the name when the screen itself breaks. */
export function screenName(site: Pick<PublicSite, 'features' | 'name'>, path: string): string {
  const beside = besideTheSidebar[path]
  if (beside) return beside
  const entries = sidebarGroups(site).flatMap((group) => group.entries)
  return entries.find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? site.name
}
