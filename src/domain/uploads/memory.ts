import { megabyte, mostChunkBytes } from '#domain/uploads/limits.ts'

export type MemoryStatus = 'safe' | 'warning' | 'critical' | 'danger'

export const memoryLimits = { warning: 250 * megabyte, critical: 350 * megabyte, most: 500 * megabyte } as const
export const memoryCheckMs = 2_000
export const alertsKept = 20

/** A browser that does not say how much it uses (null) counts as safe. */
export function memoryStatus(used: number | null): MemoryStatus {
  if (used === null || used < memoryLimits.warning) return 'safe'
  if (used < memoryLimits.critical) return 'warning'
  return used < memoryLimits.most ? 'critical' : 'danger'
}

/** The chunk that a browser in this state had better take; one that is well takes what the line asks for. */
export const suggestedChunk: Record<MemoryStatus, number> = {
  safe: 10 * megabyte,
  warning: 5 * megabyte,
  critical: megabyte,
  danger: megabyte,
}
export const bearableChunk = (status: MemoryStatus): number =>
  status === 'safe' ? mostChunkBytes : suggestedChunk[status]

/** Whether what is about to be held at once still fits. */
export const hasRoomFor = (used: number | null, bytes: number): boolean =>
  used === null || used + bytes <= memoryLimits.most

export type MemoryAlert = { at: number; status: Exclude<MemoryStatus, 'safe'>; used: number }
