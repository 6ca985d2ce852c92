export const localBudgetBytes = 5 * 1024 * 1024
export const localPreferredBelow = 0.8

export type StorageKind = 'local' | 'indexed' | 'memory'

type Found = {
  /** What all pages of this site keep in local storage, in bytes; null where there is none. */
  localUsed: number | null
  hasIndexed: boolean
}

/** Where sessions are kept: where there is room, and where they last. */
export function storageFor({ localUsed, hasIndexed }: Found): StorageKind {
  if (localUsed !== null && localUsed < localBudgetBytes * localPreferredBelow) return 'local'
  return hasIndexed ? 'indexed' : 'memory'
}
