import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { MessageInList, OpenedAnswer } from '#api/admin/messages.ts'
import type { Asked } from '#web/admin/contact/messages-query.ts'
import { useMarking } from '#web/admin/contact/use-marking.ts'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'

/** What was written, as long as this page of the list is open; it is kept nowhere else in the browser. */
export function useOpening(messages: readonly MessageInList[], asked: Asked) {
  const { api } = useRouter().options.context
  const [contents, setContents] = useState<Record<string, OpenedAnswer>>({})
  const marking = useMarking(asked)
  const opening = useAction({
    run: (ids: string[]) => answerOf(api.api.admin.messages.opening.$post({ json: { ids } })),
    invalidates: [],
    onDone: (opened, ids) => {
      setContents((before) => ({ ...before, ...Object.fromEntries(opened.map((each) => [each.id, each])) }))
      // Who opens one message reads it; who opens them all looks them over.
      const [only] = ids.length === 1 ? opened : []
      const isNew = messages.some(({ id, readAt }) => id === only?.id && readAt === null)
      if (only?.content && isNew) marking.mutate({ id: only.id, read: true })
    },
  })
  return {
    contents,
    isOpening: opening.isPending,
    open: (id: string) => opening.mutate([id]),
    openAll: () => opening.mutate(messages.map(({ id }) => id)),
    close: (id: string) => setContents(({ [id]: _, ...others }) => others),
  }
}
