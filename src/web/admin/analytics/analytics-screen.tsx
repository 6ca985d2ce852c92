import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function AnalyticsScreen() {
  return (
    <Screen title={sidebarTexts.analytics}>
      <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>
        Nothing has been downloaded or listened to yet.
      </EmptyState>
    </Screen>
  )
}
