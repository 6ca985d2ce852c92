/** How long each announcement stays when there are several. */
export const rotateEveryMs = 5000
export const refreshEveryMs = 30_000
/** A window that gets the focus asks anew when more than this has passed since it last did. */
export const focusRefreshAfterMs = 5000

export const refreshesOnFocus = (lastFetch: number, now: number): boolean => now - lastFetch > focusRefreshAfterMs

/**
 * Which announcement is up, since when, and what holds it there. Times are milliseconds of whatever clock the events are
 * told by.
 */
export type Rotation = {
  /** Null until the banner is alive. */
  shown: string | null
  /** Its place in the list; whoever moves up into it follows when it goes. */
  place: number
  since: number
  /** Whoever starts the rotation by hand wants it also under the pointer. */
  wish: 'none' | 'pause' | 'play'
  pointed: boolean
  focused: boolean
}

export const atFirst: Rotation = { shown: null, place: 0, since: 0, wish: 'none', pointed: false, focused: false }

export type RotationEvent =
  | { type: 'shown'; ids: string[]; now: number }
  | { type: 'next' | 'previous'; ids: string[]; now: number }
  | { type: 'pause' }
  | { type: 'play'; now: number }
  | { type: 'attend'; by: 'pointed' | 'focused'; now: number; attends: boolean }

/** Where the shown one stands among those that are there now; the first follows the last. */
export function placeIn(ids: string[], { shown, place }: Rotation): number {
  const found = shown === null ? -1 : ids.indexOf(shown)
  if (found >= 0) return found
  return place < ids.length ? place : 0
}

export function rotate(rotation: Rotation, event: RotationEvent): Rotation {
  switch (event.type) {
    case 'shown':
      return show(rotation, event.ids, placeIn(event.ids, rotation), event.now)
    case 'next':
      return show(rotation, event.ids, placeIn(event.ids, rotation) + 1, event.now)
    case 'previous':
      return show(rotation, event.ids, placeIn(event.ids, rotation) - 1, event.now)
    case 'pause':
      return { ...rotation, wish: 'pause' }
    case 'play':
      return { ...rotation, wish: 'play', since: event.now }
    case 'attend':
      return { ...rotation, [event.by]: event.attends, since: isHeld(rotation) ? event.now : rotation.since }
  }
}

/** Whoever is new is up for the whole time; whoever was up already has used some of it. */
function show(rotation: Rotation, ids: string[], place: number, now: number): Rotation {
  const at = ids.length ? (place + ids.length) % ids.length : 0
  const shown = ids[at] ?? null
  return shown === rotation.shown ? { ...rotation, place: at } : { ...rotation, shown, place: at, since: now }
}

function isHeld({ wish, pointed, focused }: Rotation): boolean {
  return wish === 'pause' || (wish === 'none' && (pointed || focused))
}

/** When the next one follows by itself, or null while nothing moves. */
export function turnsAt(rotation: Rotation, { count, still }: { count: number; still: boolean }): number | null {
  if (still || count < 2 || rotation.shown === null || isHeld(rotation)) return null
  return rotation.since + rotateEveryMs
}
