import { outcomeText, type Progress, type RewrapDeps, rewrapAll } from '#server/privacy/rewrap.ts'

type Say = (facts: object, words: string) => void

type Needs = {
  hasOldKeys: boolean
  /** Where a person finds them. */
  oldKeys: string
  /** Leaves word for other processes whether everything is under the current key. */
  note: (isEverywhere: boolean) => void
  log: { info: Say; warn: Say; error: Say }
}

/**
 * Only this process can open an embedded database, so here it is who puts what is sealed under another data key. Beside
 * PostgreSQL there may be processes that do not know that key yet, and a person says when all do (`npm run keys:rotate`).
 */
export function rewrapWhileOpen(parts: RewrapDeps, needs: Needs): { stop: () => Promise<void> } {
  if (parts.database.engine !== 'pglite') return { stop: async () => {} }
  const ending = new AbortController()
  const work = rewrap(parts, needs, ending.signal).catch((error) =>
    needs.log.error({ err: error }, 'sealed values could not be put under the new data key'),
  )
  return {
    stop: () => {
      ending.abort()
      return work
    },
  }
}

async function rewrap(parts: RewrapDeps, { hasOldKeys, oldKeys, note, log }: Needs, signal: AbortSignal) {
  note(!hasOldKeys)
  if (!hasOldKeys) return
  const rewrapped = await rewrapAll(parts, { onProgress: tenths(log), signal })
  const { done, unreadable, isComplete } = rewrapped
  // The next start takes up what is left.
  if (signal.aborted && !isComplete) return
  note(isComplete)
  log[isComplete ? 'info' : 'warn']({ done, unreadable }, outcomeText(rewrapped, oldKeys))
}

/** A line for each tenth, and none when there is nothing to do. */
function tenths(log: Needs['log']): (progress: Progress) => void {
  let told = 0
  return ({ done, total }) => {
    const share = total && Math.floor((10 * done) / total)
    if (share === told) return
    told = share
    log.info({ done, total }, `${share * 10} % of the sealed values are under the new data key`)
  }
}
