import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Cut, CutOrder } from '#server/previews/cut.ts'

/** Nothing can be cut out of this file: it is at fault, and a further try would change nothing. */
export class Unhearable extends Error {}

type Reply = { done: Cut } | { failed: string }

/** Read from the project's folder like everything that is not built in. */
const script = 'src/server/previews/cutter-main.ts'
/** A gigabyte of FLAC on a busy machine takes two minutes. */
const longestMs = 240_000

/**
 * Cuts a clip in a process of its own, so that nobody waits for the server meanwhile, and a file that was made to do
 * harm takes that process down and nothing else. Throws `Unhearable` when the file is at fault.
 */
export async function cutApart(order: CutOrder, signal?: AbortSignal): Promise<Cut> {
  try {
    return await inProcess(order, signal)
  } catch (error) {
    // A process that was ended has cleared nothing away.
    await rm(order.into, { force: true })
    throw error
  }
}

function inProcess(order: CutOrder, signal?: AbortSignal): Promise<Cut> {
  return new Promise((resolve, reject) => {
    const child = fork(script, {
      // Nothing that the server was told in confidence.
      env: {},
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-1000)
    })
    let isLate = false
    const end = () => child.kill('SIGKILL')
    const late = setTimeout(() => {
      isLate = true
      end()
    }, longestMs)
    signal?.addEventListener('abort', end, { once: true })
    child.once('message', (reply: Reply) =>
      'done' in reply ? resolve(reply.done) : reject(new Unhearable(reply.failed)),
    )
    child.once('error', reject)
    child.once('exit', (code, how) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', end)
      if (isLate) reject(new Unhearable(`it took longer than ${longestMs / 1000} seconds`))
      else if (signal?.aborted) reject(new Error('The server stops; the clip is cut another time.'))
      // Whoever has answered already is not heard again.
      else reject(new Unhearable(`the process that read it ended (${how ?? code}). ${complaints}`))
    })
    child.send(order, (error) => error && reject(error))
  })
}
