import type { World } from './world.ts'

export type Size = 'smoke' | 'quick' | 'full'

/** What shows that the fault has happened, or null when it has not; asked when everything has come to rest. */
export type Shown = () => string | null

export type Case = {
  name: string
  /** The smallest run that it is part of; the larger ones have it too. */
  from: Size
  /** Settings that the server is started with for it. */
  settings?: (world: World) => Record<string, string>
  /** It is about files that are kept in an object store. */
  objectStore?: true
  /** Whether the settings must be gone before all can come to rest. */
  restarts?: boolean
  /** Plays, and throws the fault. */
  run: (world: World) => Promise<Shown>
}
