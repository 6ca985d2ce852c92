import type { PublicSite } from '#domain/sites/public-site.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'

/** What the window calls the screen at this address; it keeps the name when the screen itself breaks. */
export function screenName(site: Pick<PublicSite, 'features' | 'name'>, path: string): string {
  if (path === '/admin/change-password') return changePasswordTexts.submit
  const entries = sidebarGroups(site).flatMap((group) => group.entries)
  return entries.find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? site.name
}
