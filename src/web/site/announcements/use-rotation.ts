import { useEffect, useReducer } from 'react'
import { atFirst, placeIn, rotate, turnsAt } from '#domain/announcements/rotation.ts'

const now = () => performance.now()
const listed = (list: string) => list.split(',').filter(Boolean)

/** Runs the rotation of `domain/announcements/rotation.ts` with timers. */
export function useRotation(ids: string[], still: boolean) {
  const [rotation, send] = useReducer(rotate, atFirst)
  const index = placeIn(ids, rotation)
  const due = turnsAt(rotation, { count: ids.length, still })
  const list = ids.join()

  useEffect(() => send({ type: 'shown', ids: listed(list), now: now() }), [list])

  useEffect(() => {
    if (due === null) return
    const timer = setTimeout(() => send({ type: 'next', ids: listed(list), now: now() }), due - now())
    return () => clearTimeout(timer)
  }, [due, list])

  return {
    index,
    isAlive: rotation.shown !== null,
    isPaused: rotation.wish === 'pause',
    turns: due !== null,
    move: (type: 'next' | 'previous') => send({ type, ids, now: now() }),
    pause: () => send({ type: 'pause' }),
    play: () => send({ type: 'play', now: now() }),
    attend: (by: 'pointed' | 'focused', attends: boolean) => send({ type: 'attend', by, attends, now: now() }),
  }
}
