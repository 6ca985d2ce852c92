import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { undoOfferMs } from '#domain/activity/undo.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { UndoAction } from '#web/admin/ui/use-undo.ts'
import type { ToastAction } from '#web/ui/feedback/toast-store.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type ActionOptions<About, Done> = {
  run: (about: About) => Promise<Done>
  /** The toast after success; null when the user has cancelled, so nothing was done. */
  successMessage?: (done: Done, about: About) => string | null
  /** Queries to read again afterwards, also after a failure: then the screen was out of date. */
  invalidates: QueryKey[]
  onDone?: (done: Done, about: About) => void
  /** For ten seconds the toast after success has a button that undoes it. */
  undo?: (done: Done, about: About) => UndoAction | null
  /** False where the caller shows the error: a `ConfirmDialog` does. */
  errorToast?: boolean
}

/** A button that does something at once: runs it, shows a toast, reads the named queries again. */
export function useAction<About = void, Done = unknown>({
  run,
  successMessage,
  invalidates,
  onDone,
  undo,
  errorToast = true,
}: ActionOptions<About, Done>) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const invalidate = () => Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const showError = (error: Error) => toast.error(errorSentence(error, errorPanelTexts.unexpected))
  // Not a mutation: the screen of the action may be gone by then.
  const buttonFor = ({ run: restore, message, takesFocus = false }: UndoAction): ToastAction => ({
    label: 'Undo',
    ms: undoOfferMs,
    takesFocus,
    run: () =>
      void restore()
        .then(() => toast.success(message), showError)
        .then(invalidate),
  })
  return useMutation({
    mutationFn: run,
    onSuccess: (done, about) => {
      const message = successMessage?.(done, about)
      const undoing = undo?.(done, about)
      if (message) toast.success(message, undoing ? buttonFor(undoing) : undefined)
      onDone?.(done, about)
    },
    onError: (error) => errorToast && showError(error),
    onSettled: invalidate,
    networkMode: 'always',
  })
}
