import type { ChaosWorld } from './world.ts'

export type ChaosRunSize = 'smoke' | 'quick' | 'full'

/** Evidence that the fault has happened, or null; read when the server is idle. */
export type FaultEvidence = () => string | null

export type ChaosCase = {
  name: string
  /** The smallest run that includes it; larger ones include it too. */
  from: ChaosRunSize
  /** Settings of the server for this case. */
  settings?: (world: ChaosWorld) => Record<string, string>
  /** It needs files in an object store. */
  objectStore?: true
  /** Whether the settings must be removed before the server can become idle. */
  restarts?: boolean
  /** Runs the load and injects the fault. */
  run: (world: ChaosWorld) => Promise<FaultEvidence>
}
