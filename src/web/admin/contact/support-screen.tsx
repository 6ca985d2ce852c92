import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function SupportScreen() {
  return (
    <Screen title={sidebarTexts.support}>
      <EmptyState action={<ButtonLink href="/contact">See the contact page</ButtonLink>}>
        No customer has asked for help yet.
      </EmptyState>
    </Screen>
  )
}
