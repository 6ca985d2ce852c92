import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function MediaScreen() {
  return (
    <Screen title={sidebarTexts.media}>
      <EmptyState action={<ButtonLink href="/media">See the media page</ButtonLink>}>No media yet.</EmptyState>
    </Screen>
  )
}
