import { useRouter } from '@tanstack/react-router'
import type { DeleteAnswer } from '#api/admin/undo.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** What the button “Undo” in the toast of an action does. */
export type UndoAction = {
  run: () => Promise<unknown>
  /** The toast after it. */
  message: string
  /** The action was started with the keyboard, so the button takes the focus. */
  takesFocus?: boolean
}

/** Undoes a delete by the id in its answer: `undo: useUndoDelete()` in `useAction`. */
export function useUndoDelete() {
  const { api } = useRouter().options.context
  return ({ undo: id }: Pick<DeleteAnswer, 'undo'>): UndoAction | null =>
    id === null
      ? null
      : {
          run: () => unwrapResponse(api.api.admin.undo[':id'].$post({ param: { id } })),
          message: undoTexts.restored,
        }
}
