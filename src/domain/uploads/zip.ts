export const zipStages = ['initializing', 'processing', 'generating', 'complete'] as const
export type ZipStage = (typeof zipStages)[number]

/** A worker has this long to start, and this long to answer whether it is still there. */
export const workerStartMs = 5_000
export const workerPingMs = 5_000
/** So long without getting any further, and it is given up: an album that is read over a slow line takes longer. */
export const zipTimeoutMs = 5 * 60_000
/** After the first try. */
export const zipRetries = 2
export const zipLevel = 6

/**
 * What an archive may need while it is made, in the memory or in the browser's storage, wherever it is written. In the
 * storage the largest of what is made smaller may lie beside it.
 */
export function zipRoomFor(bytes: number, pressed: readonly number[] = []): number {
  const largest = pressed.toSorted((a, b) => b - a).slice(0, pressedAbreast)
  return Math.max(
    bytes * 1.5,
    largest.reduce((sum, each) => sum + each, bytes),
  )
}

/** Sound and pictures that are small already become no smaller; a recording as it was made does. */
export const zipLevelFor = (type: string): number => (type === 'audio/wav' ? zipLevel : 0)

/** So many parts of an archive are made smaller at a time: each takes a processor, and memory. */
export const pressedAbreast = 2
