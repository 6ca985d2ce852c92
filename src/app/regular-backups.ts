import { type ChildProcess, spawn } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { openBackupFolder } from '#server/backup/backup-folder.ts'

const minute = 60_000
const hour = 60 * minute
const firstCheckMs = 5 * minute
const checkIntervalMs = 10 * minute
/** A failed backup is tried again after this. */
const retryAfterMs = 50 * minute

type Log = { info: (facts: object, words: string) => void; warn: (facts: object, words: string) => void }
type SpawnBackup = (
  environment: NodeJS.ProcessEnv,
  ...options: string[]
) => EventEmitter & Pick<ChildProcess, 'stderr' | 'kill'>

type Deps = {
  folder: string
  environment: NodeJS.ProcessEnv
  /** How many whole backups are kept. */
  max: number
  /** Makes an hourly backup in this process; null while there is no whole one to begin from. */
  makeHourly: (now: Date, signal: AbortSignal) => Promise<string | null>
  log: Log
  start?: SpawnBackup
}

/**
 * Makes a whole backup once a day, in a process of its own: requests wait only while the database is copied for it. Makes
 * an hourly backup of the rows in between, in this process. Nothing is made in the first minutes after a start. A server
 * that is often restarted still gets its backups, because the age of the last one counts.
 */
export function backUpRegularly({ folder, environment, max, makeHourly, log, start = startBackup }: Deps): {
  stop: () => Promise<void>
} {
  const backups = openBackupFolder(folder)
  let child: ReturnType<SpawnBackup> | null = null
  let making: Promise<void> | null = null
  const leaving = new AbortController()
  const failedAt = { whole: Number.NEGATIVE_INFINITY, hourly: Number.NEGATIVE_INFINITY }
  const none = (kind: keyof typeof failedAt, facts: object) => {
    failedAt[kind] = Date.now()
    log.warn(facts, 'no backup was made')
  }
  const begin = () => {
    const begun = start(environment)
    child = begun
    let stderr = ''
    // Null when the process has run out of file descriptors.
    begun.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    /** A process that fails to start emits `error`, and may or may not emit `close` too. */
    const onProcessEnd = (tell: () => void) => {
      if (child !== begun) return
      child = null
      tell()
    }
    begun.on('error', (error) => onProcessEnd(() => none('whole', { err: error })))
    begun.on('close', (code) =>
      onProcessEnd(() =>
        code === 0 ? log.info({}, 'a backup was made') : none('whole', { stderr: stderr.slice(0, 1000) }),
      ),
    )
  }
  const makeHourlyAndThinOut = async (now: Date) => {
    if (await makeHourly(now, leaving.signal)) await backups.thinOut(max, now)
  }
  const checkBackups = () => {
    try {
      const now = new Date()
      const age = (newest: { madeAt: Date } | null) => (newest ? +now - +newest.madeAt : Number.POSITIVE_INFINITY)
      if (child || making) return
      const mayTry = (kind: keyof typeof failedAt) => +now - failedAt[kind] >= retryAfterMs
      const whole = backups.newest(now, 'whole')
      if (age(whole) >= 24 * hour && mayTry('whole')) begin()
      // Also while whole backups fail, for lack of disk space for example.
      else if (whole && age(backups.newest(now)) >= hour && mayTry('hourly'))
        making = makeHourlyAndThinOut(now)
          .catch((error) => {
            if (!leaving.signal.aborted) none('hourly', { err: error })
          })
          .finally(() => {
            making = null
          })
    } catch (error) {
      none('hourly', { err: error })
    }
  }
  const first = setTimeout(checkBackups, firstCheckMs).unref()
  const timer = setInterval(checkBackups, checkIntervalMs).unref()
  return {
    stop: async () => {
      clearTimeout(first)
      clearInterval(timer)
      child?.kill()
      leaving.abort()
      await making
    },
  }
}

const startBackup: SpawnBackup = (env, ...options) =>
  spawn(process.execPath, ['src/app/commands/backup.ts', ...options], { env, stdio: ['ignore', 'ignore', 'pipe'] })

async function runBackup(child: ReturnType<SpawnBackup>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.on('error', reject)
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(stderr.slice(0, 1000)))))
  await promise
}

/** Stores an archive of one website in the backup folder. */
export const createSiteArchiver =
  (environment: NodeJS.ProcessEnv, start: SpawnBackup = startBackup) =>
  (websiteId: string): Promise<void> =>
    runBackup(start(environment, '--site', websiteId))

/**
 * Makes a whole backup now, also where the server makes none by itself. Two requests at the same time wait for one. Fails
 * where the backup command fails, with what it said.
 */
export function createBackupRunner(
  environment: NodeJS.ProcessEnv,
  start: SpawnBackup = startBackup,
): () => Promise<void> {
  let making: Promise<void> | null = null
  const make = () => runBackup(start(environment))
  return () => {
    making ??= make().finally(() => {
      making = null
    })
    return making
  }
}
