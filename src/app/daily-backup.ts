import { spawn } from 'node:child_process'
import { keptBackups } from '#server/backup/kept.ts'

const hour = 3_600_000

type Log = { info: (facts: object, words: string) => void; warn: (facts: object, words: string) => void }

/**
 * Once a day, in a process of its own so that nobody waits for it. A house that was just opened is left alone for an
 * hour; one that is opened again and again still gets its backup, because the last one's age is what counts.
 */
export function backUpDaily(folder: string, environment: NodeJS.ProcessEnv, log: Log): { stop: () => void } {
  const kept = keptBackups(folder)
  let child: ReturnType<typeof spawn> | null = null
  const look = () => {
    const newest = kept.newest()
    if (child || (newest && Date.now() - newest.getTime() < 24 * hour)) return
    child = spawn(process.execPath, ['src/app/backup.ts'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    child.on('error', (error) => log.warn({ err: error }, 'no backup was made'))
    child.on('close', (code) => {
      child = null
      if (code === 0) log.info({}, 'a backup was made')
      else log.warn({ said: said.slice(0, 1000) }, 'no backup was made')
    })
  }
  const timer = setInterval(look, hour).unref()
  return {
    stop: () => {
      clearInterval(timer)
      child?.kill()
    },
  }
}
