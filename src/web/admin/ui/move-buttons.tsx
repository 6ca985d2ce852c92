import type { QueryKey } from '@tanstack/react-query'
import type { RowMove } from '#domain/positions.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { Button } from '#web/ui/forms/button.tsx'

type PlacesProps = {
  id: string
  /** The id of the first entry of the whole list. */
  first: () => Promise<string | undefined>
  move: (to: RowMove) => Promise<unknown>
  changes: QueryKey[]
}

/** Moves an entry to the start or the end of a list that has several pages, where it cannot be dragged. */
export function MoveButtons({ id, first, move, changes }: PlacesProps) {
  const put = useAction({
    run: async (to: 'first' | 'last') => {
      const before = to === 'first' ? ((await first()) ?? null) : null
      if (before !== id) await move({ ids: [id], before })
    },
    successMessage: (_, to) => (to === 'first' ? 'It is first now.' : 'It is last now.'),
    invalidates: changes,
  })
  return (
    <>
      <Button variant="quiet" onClick={() => put.mutate('first')}>
        Move to the top
      </Button>
      <Button variant="quiet" onClick={() => put.mutate('last')}>
        Move to the end
      </Button>
    </>
  )
}
