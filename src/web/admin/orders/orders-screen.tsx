import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function OrdersScreen() {
  return (
    <Screen title={sidebarTexts.orders}>
      <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No orders yet.</EmptyState>
    </Screen>
  )
}
