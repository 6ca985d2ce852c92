import { cleanupEveryMs } from '#domain/uploads/limits.ts'

type Needs = {
  /** Whether this process does background jobs. */
  works: boolean
  websiteIds: readonly string[]
  sweep: (websiteId: string) => Promise<void>
  log: { warn: (facts: object, words: string) => void }
}

/**
 * Clears abandoned uploads away, website after website; one where that fails does not keep the others from it. A process
 * that only serves pages leaves it to those who work: a restored house that is looked at deletes nothing.
 */
export function sweepUploadsRegularly({ works, websiteIds, sweep, log }: Needs): { stop: () => void } {
  if (!works) return { stop: () => {} }
  const timer = setInterval(async () => {
    for (const websiteId of websiteIds)
      await sweep(websiteId).catch((error) => log.warn({ err: error }, 'abandoned uploads were not cleared away'))
  }, cleanupEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}
