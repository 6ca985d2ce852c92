import { describeRewrapResult, type RewrapDeps, type RewrapProgress, rewrapAll } from '#server/privacy/rewrap.ts'

type LogLine = (facts: object, words: string) => void

type Options = {
  hasOldKeys: boolean
  /** Where the operator finds the old keys. */
  oldKeys: string
  /** Records for other processes whether all values are under the current key. */
  note: (isEverywhere: boolean) => void
  log: { info: LogLine; warn: LogLine; error: LogLine }
}

/**
 * Only this process can open an embedded database, so it rewraps the sealed values itself. With PostgreSQL there may be
 * processes that do not know the new key yet, so the operator starts it when all do (`npm run keys:rotate`).
 */
export function startRewrapInBackground(deps: RewrapDeps, options: Options): { stop: () => Promise<void> } {
  if (deps.database.engine !== 'pglite') return { stop: async () => {} }
  const ending = new AbortController()
  const work = rewrap(deps, options, ending.signal).catch((error) =>
    options.log.error({ err: error }, 'failed to rewrap sealed values with the new data key'),
  )
  return {
    stop: () => {
      ending.abort()
      return work
    },
  }
}

async function rewrap(deps: RewrapDeps, { hasOldKeys, oldKeys, note, log }: Options, signal: AbortSignal) {
  note(!hasOldKeys)
  if (!hasOldKeys) return
  const rewrapped = await rewrapAll(deps, { onProgress: createTenthsLogger(log), signal })
  const { done, unreadable, isComplete } = rewrapped
  // The next start continues.
  if (signal.aborted && !isComplete) return
  note(isComplete)
  log[isComplete ? 'info' : 'warn']({ done, unreadable }, describeRewrapResult(rewrapped, oldKeys))
}

/** A line for each tenth, and none when there is nothing to do. */
function createTenthsLogger(log: Options['log']): (progress: RewrapProgress) => void {
  let reported = 0
  return ({ done, total }) => {
    const share = total && Math.floor((10 * done) / total)
    if (share === reported) return
    reported = share
    log.info({ done, total }, `${share * 10} % of the sealed values are under the new data key`)
  }
}
