import { maxChunkBytes, megabyte } from '#domain/uploads/limits.ts'

export type MemoryStatus = 'safe' | 'warning' | 'critical' | 'danger'

export const memoryLimits = { warning: 250 * megabyte, critical: 350 * megabyte, max: 500 * megabyte } as const
export const memoryCheckMs = 2_000
export const maxMemoryAlerts = 20

/** A browser that does not report its memory (null) counts as safe. */
export function memoryStatus(used: number | null): MemoryStatus {
  if (used === null || used < memoryLimits.warning) return 'safe'
  if (used < memoryLimits.critical) return 'warning'
  return used < memoryLimits.max ? 'critical' : 'danger'
}

/** The chunk size for each memory status. */
export const suggestedChunkBytes: Record<MemoryStatus, number> = {
  safe: 10 * megabyte,
  warning: 5 * megabyte,
  critical: megabyte,
  danger: megabyte,
}
export const maxChunkBytesFor = (status: MemoryStatus): number =>
  status === 'safe' ? maxChunkBytes : suggestedChunkBytes[status]

/** Whether so many more bytes fit into memory. */
export const canFitIntoMemory = (used: number | null, bytes: number): boolean =>
  used === null || used + bytes <= memoryLimits.max

export type MemoryAlert = { at: number; status: Exclude<MemoryStatus, 'safe'>; used: number }

export const localStorageBudgetBytes = 5 * 1024 * 1024
export const localStoragePreferredBelow = 0.8

export type StorageKind = 'local' | 'indexed' | 'memory'

type StorageOptions = {
  /** Bytes that all pages of this site use in local storage; null where there is none. */
  localUsed: number | null
  hasIndexed: boolean
}

/** Where the browser stores upload sessions. */
export function sessionStorageKindFor({ localUsed, hasIndexed }: StorageOptions): StorageKind {
  if (localUsed !== null && localUsed < localStorageBudgetBytes * localStoragePreferredBelow) return 'local'
  return hasIndexed ? 'indexed' : 'memory'
}
