import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { sentenceOf } from '#web/ui/forms/use-form.ts'

type ActionOptions<About, Done> = {
  run: (about: About) => Promise<Done>
  /** The toast after success; null when the user has cancelled, so nothing was done. */
  successMessage?: (done: Done, about: About) => string | null
  /** Queries to read again afterwards, also after a failure: then the screen was out of date. */
  invalidates: QueryKey[]
  onDone?: (done: Done, about: About) => void
  /** False where the caller shows the error: a `ConfirmDialog` does. */
  errorToast?: boolean
}

/** A button that does something at once: runs it, shows a toast, reads the named queries again. */
export function useAction<About = void, Done = unknown>({
  run,
  successMessage,
  invalidates,
  onDone,
  errorToast = true,
}: ActionOptions<About, Done>) {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: run,
    onSuccess: (done, about) => {
      const message = successMessage?.(done, about)
      if (message) toast.success(message)
      onDone?.(done, about)
    },
    onError: (error) => errorToast && toast.error(sentenceOf(error, errorPanelTexts.unexpected)),
    onSettled: () => Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    networkMode: 'always',
  })
}
