import { type ChildProcess, spawn } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { keptBackups } from '#server/backup/kept.ts'

const minute = 60_000
const hour = 60 * minute
const firstLook = 5 * minute

type Log = { info: (facts: object, words: string) => void; warn: (facts: object, words: string) => void }
type Start = (environment: NodeJS.ProcessEnv) => EventEmitter & Pick<ChildProcess, 'stderr' | 'kill'>

/**
 * Once a day, in a process of its own: who asks for something waits only while the database is copied for it. A house
 * that was just opened is left alone for some minutes; one that is opened again and again still gets its backup, because the last one's age is what counts.
 */
export function backUpDaily(
  folder: string,
  environment: NodeJS.ProcessEnv,
  log: Log,
  start: Start = startBackup,
): { stop: () => void } {
  const kept = keptBackups(folder)
  let child: ReturnType<Start> | null = null
  const none = (facts: object) => log.warn(facts, 'no backup was made')
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
    begun.on('error', (error) => over(() => none({ err: error })))
    begun.on('close', (code) =>
      over(() => (code === 0 ? log.info({}, 'a backup was made') : none({ said: said.slice(0, 1000) }))),
    )
  }
  const look = () => {
    try {
      const newest = kept.newest(new Date())?.madeAt
      if (!child && !(newest && Date.now() - newest.getTime() < 24 * hour)) begin()
    } catch (error) {
      none({ err: error })
    }
  }
  const first = setTimeout(look, firstLook).unref()
  const timer = setInterval(look, hour).unref()
  return {
    stop: () => {
      clearTimeout(first)
      clearInterval(timer)
      child?.kill()
    },
  }
}

const startBackup: Start = (env) =>
  spawn(process.execPath, ['src/app/backup.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
