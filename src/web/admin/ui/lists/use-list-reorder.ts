import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RowMove } from '#domain/positions.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { moveRows } from '#web/admin/ui/reorder.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type ListReorderOptions<Name extends string, Row extends { id: string }> = {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Stores a move on the server. */
  save: (move: RowMove) => Promise<unknown>
  /** The query of the page that is shown, and the name of the rows in its answer. */
  listKey: QueryKey
  rowsName: Name
  /** Read again after each move. */
  invalidates: QueryKey
}

/** `useReorder` for a list whose order the server stores. The new order is shown at once. */
export function useListReorder<Name extends string, Row extends { id: string }>(
  options: ListReorderOptions<Name, Row>,
) {
  const { rows, nameOf, save, listKey, rowsName, invalidates } = options
  const queryClient = useQueryClient()
  const toast = useToast()
  const move = useMutation({
    mutationFn: save,
    onMutate: (to) =>
      queryClient.setQueryData(
        listKey,
        (kept: Record<Name, Row[]> | undefined) => kept && { ...kept, [rowsName]: moveRows(kept[rowsName], to) },
      ),
    onError: (error) => toast.error(errorSentence(error, errorPanelTexts.unexpected)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invalidates }),
    networkMode: 'always',
  })
  return useReorder({
    ids: rows.map(({ id }) => id),
    nameOf: (id) => {
      const row = rows.find((each) => each.id === id)
      return row ? nameOf(row) : ''
    },
    onMove: (to) => move.mutate(to),
  })
}
