import type { DownloadSessionState } from '#domain/downloads/session.ts'
import { addSpeedSample, type SpeedSample, transferSpeed } from '#domain/ui/transfer-speed.ts'

/** A download as a component shows it. */
export type DownloadView = {
  state: DownloadSessionState | 'none'
  /** All bytes have arrived, and their hashes are being compared. */
  isChecking: boolean
  bytes: number
  bytesPerSecond: number | null
  secondsLeft: number | null
  /** Why it is paused or failed. */
  sentence: string | null
  /** Whether it resumes by itself when the network is back. */
  waitsForNetwork: boolean
  /** The complete file, to be saved under its name. */
  file: Blob | null
  /** Null where this browser cannot compute hashes. */
  isVerified: boolean | null
  /** Completed on this visit: it is saved without asking. */
  isNew: boolean
}

const notStarted: DownloadView = {
  state: 'none',
  isChecking: false,
  bytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  sentence: null,
  waitsForNetwork: false,
  file: null,
  isVerified: null,
  isNew: false,
}

type UpdateOptions = { bytes: number; isRunning: boolean; changes: Partial<DownloadView> }
export type DownloadViewStore = ReturnType<typeof createDownloadViewStore>

/** The view of one download, with its speed, for `useSyncExternalStore`. */
export function createDownloadViewStore(fileBytes: number, elapsed: () => number) {
  const listeners = new Set<() => void>()
  let samples: SpeedSample[] = []
  let view = notStarted
  return {
    current: () => view,
    /** The speed before a pause says nothing about the speed after it. */
    resetSpeed(): void {
      samples = []
    },
    update({ bytes, isRunning, changes }: UpdateOptions): void {
      if (isRunning) samples = addSpeedSample(samples, { ms: elapsed(), bytes })
      const speed = isRunning ? transferSpeed(samples, fileBytes) : null
      const bytesPerSecond = speed?.perSecond ?? null
      view = { ...view, bytes, bytesPerSecond, secondsLeft: speed?.secondsLeft ?? null, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
