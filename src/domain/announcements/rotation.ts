/** How long each announcement stays when there are several. */
export const rotateEveryMs = 5000
export const refreshEveryMs = 30_000
/** A window that gets the focus fetches again when the last fetch is older than this. */
export const focusRefreshAfterMs = 5000

export const isRefreshDueOnFocus = (lastFetch: number, now: number): boolean => now - lastFetch > focusRefreshAfterMs

/**
 * Which announcement is shown, since when, and what pauses the rotation. Times are milliseconds of the clock that the
 * events use.
 */
export type RotationState = {
  /** Null until hydration. */
  shown: string | null
  /** Its position in the list: when it is removed, the announcement that moves up to this position follows. */
  place: number
  since: number
  /** A rotation that the visitor has started runs under the pointer too. */
  wish: 'none' | 'pause' | 'play'
  pointed: boolean
  focused: boolean
}

export const initialRotation: RotationState = {
  shown: null,
  place: 0,
  since: 0,
  wish: 'none',
  pointed: false,
  focused: false,
}

export type RotationEvent =
  | { type: 'shown'; ids: string[]; now: number }
  | { type: 'next' | 'previous'; ids: string[]; now: number }
  | { type: 'pause' }
  | { type: 'play'; now: number }
  | { type: 'attend'; by: 'pointed' | 'focused'; now: number; attends: boolean }

/** The position of the shown announcement in the current list. */
export function shownPosition(ids: string[], { shown, place }: RotationState): number {
  const found = shown === null ? -1 : ids.indexOf(shown)
  if (found >= 0) return found
  return place < ids.length ? place : 0
}

export function rotationReducer(rotation: RotationState, event: RotationEvent): RotationState {
  switch (event.type) {
    case 'shown':
      return show(rotation, event.ids, shownPosition(event.ids, rotation), event.now)
    case 'next':
      return show(rotation, event.ids, shownPosition(event.ids, rotation) + 1, event.now)
    case 'previous':
      return show(rotation, event.ids, shownPosition(event.ids, rotation) - 1, event.now)
    case 'pause':
      return { ...rotation, wish: 'pause' }
    case 'play':
      return { ...rotation, wish: 'play', since: event.now }
    case 'attend':
      return { ...rotation, [event.by]: event.attends, since: isRotationPaused(rotation) ? event.now : rotation.since }
  }
}

/** A new announcement gets the whole time; one that is already shown keeps its start. */
function show(rotation: RotationState, ids: string[], place: number, now: number): RotationState {
  const at = ids.length ? (place + ids.length) % ids.length : 0
  const shown = ids[at] ?? null
  return shown === rotation.shown ? { ...rotation, place: at } : { ...rotation, shown, place: at, since: now }
}

function isRotationPaused({ wish, pointed, focused }: RotationState): boolean {
  return wish === 'pause' || (wish === 'none' && (pointed || focused))
}

/** When the next announcement follows; null while the rotation is paused. */
export function nextRotationAt(
  rotation: RotationState,
  { count, still }: { count: number; still: boolean },
): number | null {
  if (still || count < 2 || rotation.shown === null || isRotationPaused(rotation)) return null
  return rotation.since + rotateEveryMs
}
