const key = 'signed-out'

/** Whether the mark is from this page, whose three attempts have just failed. */
let isNew = false

/**
 * The session's cookie is out of a page's reach. When the server cannot be told that somebody has signed out, this mark
 * keeps the admin area shut in this browser until it can, or until somebody signs in again.
 */
export const signedOutMark = {
  isSet: (): boolean => typeof window !== 'undefined' && (isNew || read() !== null),
  /** Left behind by an earlier page: time for another attempt. */
  isOld: (): boolean => !isNew && signedOutMark.isSet(),
  set: (): void => {
    isNew = true
    storing(() => localStorage.setItem(key, 'locally'))
  },
  clear: (): void => {
    isNew = false
    storing(() => localStorage.removeItem(key))
  },
}

const read = (): string | null => storing(() => localStorage.getItem(key)) ?? null

/** A browser that stores nothing still keeps this page shut. */
function storing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
