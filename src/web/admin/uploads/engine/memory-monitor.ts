import {
  type MemoryAlert,
  type MemoryStatus,
  maxMemoryAlerts,
  memoryCheckMs,
  memoryStatus,
} from '#domain/uploads/browser-resources.ts'
import { appendLimited, maxMemorySnapshots, snapshotEveryMs } from '#domain/uploads/limits.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'

export type MemorySnapshot = { at: number; used: number; status: MemoryStatus }

/** Watches the memory while something is being uploaded. */
export function createMemoryMonitor({ usedMemory, now, every }: Pick<EngineDeps, 'usedMemory' | 'now' | 'every'>) {
  let alerts: MemoryAlert[] = []
  let snapshots: MemorySnapshot[] = []
  let status: MemoryStatus = 'safe'
  let endings: (() => void)[] = []

  function check(): void {
    const used = usedMemory()
    const before = status
    status = memoryStatus(used)
    if (used !== null && status !== 'safe' && status !== before)
      alerts = appendLimited(alerts, { at: now(), status, used }, maxMemoryAlerts)
  }

  function note(): void {
    const used = usedMemory()
    if (used !== null)
      snapshots = appendLimited(snapshots, { at: now(), used, status: memoryStatus(used) }, maxMemorySnapshots)
  }

  return {
    status: () => memoryStatus(usedMemory()),
    used: usedMemory,
    alerts: (): readonly MemoryAlert[] => alerts,
    snapshots: (): readonly MemorySnapshot[] => snapshots,
    start(): void {
      if (endings.length) return
      check()
      endings = [every(memoryCheckMs, check), every(snapshotEveryMs, note)]
    },
    stop(): void {
      for (const end of endings) end()
      endings = []
    },
  }
}

export type MemoryMonitor = ReturnType<typeof createMemoryMonitor>
