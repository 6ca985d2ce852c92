import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function ProductsScreen() {
  return (
    <Screen title={sidebarTexts.products}>
      <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No products yet.</EmptyState>
    </Screen>
  )
}
