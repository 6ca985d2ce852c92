import { cleanupEveryMs } from '#domain/uploads/limits.ts'

type Needs = {
  websiteIds: readonly string[]
  sweep: (websiteId: string) => Promise<void>
  log: { warn: (facts: object, words: string) => void }
}

/** Clears abandoned uploads away, website after website; one where that fails does not keep the others from it. */
export function sweepUploadsRegularly({ websiteIds, sweep, log }: Needs): { stop: () => void } {
  const timer = setInterval(async () => {
    for (const websiteId of websiteIds)
      await sweep(websiteId).catch((error) => log.warn({ err: error }, 'abandoned uploads were not cleared away'))
  }, cleanupEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}
