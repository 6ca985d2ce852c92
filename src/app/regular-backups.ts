import { type ChildProcess, spawn } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { openBackupFolder } from '#server/backup/backup-folder.ts'

const minute = 60_000
const hour = 60 * minute
const firstLook = 5 * minute
const everyLook = 10 * minute
/** What could not be made is tried again within the hour. */
const pause = 50 * minute

type Log = { info: (facts: object, words: string) => void; warn: (facts: object, words: string) => void }
type Start = (environment: NodeJS.ProcessEnv) => EventEmitter & Pick<ChildProcess, 'stderr' | 'kill'>

type Parts = {
  folder: string
  environment: NodeJS.ProcessEnv
  /** How many whole ones are kept. */
  most: number
  /** Makes the one of this hour in this process; null when there is nothing to begin from. */
  makeHourly: (now: Date, signal: AbortSignal) => Promise<string | null>
  log: Log
  start?: Start
}

/**
 * Everything once a day, in a process of its own: who asks for something waits only while the database is copied for it.
 * The rows once an hour in between, in this process. A house that was just opened is left alone for some minutes; one that
 * is opened again and again still gets its backups, because the last one's age is what counts.
 */
export function backUpRegularly({ folder, environment, most, makeHourly, log, start = startBackup }: Parts): {
  stop: () => Promise<void>
} {
  const kept = openBackupFolder(folder)
  let child: ReturnType<Start> | null = null
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
    let said = ''
    // Where no file could be opened any more there is none.
    begun.stderr?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    /** One that could not be started says so, and may or may not end. */
    const over = (tell: () => void) => {
      if (child !== begun) return
      child = null
      tell()
    }
    begun.on('error', (error) => over(() => none('whole', { err: error })))
    begun.on('close', (code) =>
      over(() => (code === 0 ? log.info({}, 'a backup was made') : none('whole', { said: said.slice(0, 1000) }))),
    )
  }
  const makeOne = async (now: Date) => {
    if (await makeHourly(now, leaving.signal)) await kept.thinOut(most, now)
  }
  const look = () => {
    try {
      const now = new Date()
      const age = (newest: { madeAt: Date } | null) => (newest ? +now - +newest.madeAt : Number.POSITIVE_INFINITY)
      if (child || making) return
      const mayTry = (kind: keyof typeof failedAt) => +now - failedAt[kind] >= pause
      const whole = kept.newest(now, 'whole')
      if (age(whole) >= 24 * hour && mayTry('whole')) begin()
      // Also while whole ones fail, for lack of room for example.
      else if (whole && age(kept.newest(now)) >= hour && mayTry('hourly'))
        making = makeOne(now)
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
  const first = setTimeout(look, firstLook).unref()
  const timer = setInterval(look, everyLook).unref()
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

const startBackup: Start = (env) =>
  spawn(process.execPath, ['src/app/commands/backup.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
