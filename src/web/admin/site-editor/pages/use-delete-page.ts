import { undoOfferMs } from '#domain/activity/undo.ts'
import type { OwnPagePart } from '#domain/site-editor/document.ts'
import { deleteOwnPage } from '#domain/site-editor/own-pages.ts'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'

/** Deletes a page of the owner's in the draft, and offers to undo it. */
export function useDeletePage() {
  const { document, edit, undoStep, save } = useBuilder()
  const toast = useToast()
  return (part: OwnPagePart, byKeyboard: boolean): void => {
    const page = document[part]
    if (!page) return
    const step = edit((now) => deleteOwnPage(now, part))
    toast.success(`“${page.title}” is deleted.`, {
      label: 'Undo',
      ms: undoOfferMs,
      takesFocus: byKeyboard,
      run: () => {
        // After further edits only the page comes back, without its links in menus.
        if (!undoStep(step)) edit(() => ({ [part]: page }))
        // These screens, which save by themselves, may have been left.
        void save()
      },
    })
  }
}
