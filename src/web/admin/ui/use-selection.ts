import { useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** Which of the rows in view are chosen; what has left the view is chosen no longer, so nobody acts on what they do not see. */
export function useSelection(inView: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = inView.filter((id) => chosen.has(id))
  const isAll = inView.length > 0 && ids.length === inView.length
  return {
    ids,
    count: ids.length,
    isAll,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => setChosen(new Set(chosen.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(isAll ? [] : inView)),
    clear: () => setChosen(new Set()),
  }
}
