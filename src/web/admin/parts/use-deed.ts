import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type Deed<About, Done> = {
  work: (about: About) => Promise<Done>
  /** What is said when it is done; nothing when it was not, because somebody has thought better of it. */
  says?: (done: Done, about: About) => string | null
  /** What must be read anew afterwards, also when it came to nothing: then it was not as this screen thought. */
  changes: QueryKey[]
  after?: (done: Done, about: About) => void
}

/** One press of a button that does something at once. */
export function useDeed<About = void, Done = unknown>({ work, says, changes, after }: Deed<About, Done>) {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: work,
    onSuccess: (done, about) => {
      const words = says?.(done, about)
      if (words) toast.success(words)
      after?.(done, about)
    },
    onError: (error) => toast.error(sentenceOf(error, errorPanelTexts.unexpected)),
    onSettled: () => Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    networkMode: 'always',
  })
}
