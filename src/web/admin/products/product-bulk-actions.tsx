import { useRouter } from '@tanstack/react-router'
import type { ProductStatus } from '#domain/products/product.ts'
import { productsKey } from '#web/admin/products/products-query.ts'
import { BulkBar } from '#web/admin/ui/lists/list-tools.tsx'
import type { Selection } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'

const doneText: Record<ProductStatus, string> = {
  published: 'published',
  draft: 'changed to draft',
  archived: 'archived',
}
const productCountText = (count: number) => (count === 1 ? '1 product' : `${count} products`)

/** What can be done with several products at once; what is deleted is deleted one by one. */
export function ProductBulkActions({ selection }: { selection: Selection }) {
  const { api } = useRouter().options.context
  const set = useAction({
    run: (status: ProductStatus) =>
      unwrapResponse(api.api.admin.products.status.$post({ json: { ids: selection.ids, status } })),
    successMessage: ({ changed }, status) => `${productCountText(changed)} ${doneText[status]}.`,
    invalidates: [productsKey],
    onDone: selection.clear,
  })
  return (
    <BulkBar selection={selection}>
      <Button variant="quiet" loading={set.isPending} onClick={() => set.mutate('published')}>
        Publish
      </Button>
      <Button variant="quiet" loading={set.isPending} onClick={() => set.mutate('draft')}>
        Make drafts
      </Button>
      <Button variant="danger" loading={set.isPending} onClick={() => set.mutate('archived')}>
        Archive
      </Button>
    </BulkBar>
  )
}
