import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function DownloadsScreen() {
  return (
    <Screen title={sidebarTexts.downloads}>
      <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No downloads yet.</EmptyState>
    </Screen>
  )
}
