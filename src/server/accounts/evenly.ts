import { setTimeout as after } from 'node:timers/promises'

/**
 * Answers, well or badly, only at the next full beat after being asked: how long the work took then tells nobody what
 * it has found.
 */
export async function evenly<T>(beat: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await after(beat - ((performance.now() - began) % beat))
  }
}
