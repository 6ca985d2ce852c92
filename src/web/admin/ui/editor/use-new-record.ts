import { useState } from 'react'

/** For a screen that adds records: after a save it opens the new record, or begins the next one with an empty form. */
export function useNewRecord(open: (id: string) => unknown) {
  const [round, setRound] = useState(0)
  return {
    /** The editor's key: a new one is an empty form. */
    round,
    after: {
      isNext: round > 0,
      onSaved: ({ id, next }: { id: string; next: boolean }) => {
        if (next) setRound(round + 1)
        else open(id)
      },
    },
  }
}

/** What the editor of a new record gets from its screen. */
export type AfterNewRecord = ReturnType<typeof useNewRecord>['after']
