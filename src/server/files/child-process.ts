import { fork } from 'node:child_process'
import { z } from 'zod'
import { maxRequestBytes } from '#server/files/child-task.ts'
import { measureProcessUsage, watchIntervalMs } from '#server/process-usage.ts'

/** The child process failed because of its input; a retry would change nothing. */
export class ChildProcessError extends Error {}

/** Resident memory, where it can be measured: buffers are not on the heap. */
const maxMegabytes = 512

const RequestedRange = z
  .object({ from: z.int().min(0), to: z.int() })
  .refine(({ from, to }) => to > from && to - from <= maxRequestBytes)

/** Answers requests of a child process for ranges of a file, each of limited size. */
export const answerRangeRequests =
  (read: (from: number, to: number) => Promise<Uint8Array>) => async (request: unknown) => {
    const { from, to } = RequestedRange.parse(request)
    return read(from, to)
  }

type FromChild<Done> = { done: Done } | { failed: string } | { asks: unknown; id: number }

type ChildOptions = {
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Answers requests of the child. If it throws, the run fails with that error, not with `ChildProcessError`. */
  answer?: (request: unknown) => Promise<unknown>
}

/**
 * Runs a script in a child process: the server stays responsive, and a malicious file can only crash that process. The
 * script is not bundled, so its path is relative to the project folder; it calls `runChildTask`. Throws `ChildProcessError`
 * when the script fails, takes too long, or takes too much memory.
 */
export function runInChildProcess<Done>(
  script: string,
  order: object,
  { timeoutMs, signal, answer }: ChildOptions,
): Promise<Done> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const child = fork(script, {
      // The child gets none of the secrets in the environment.
      env: {},
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-1000)
    })
    const killChild = () => child.kill('SIGKILL')
    // A promise that is settled stays as it is.
    const fail = (error: unknown) => {
      reject(error)
      killChild()
    }
    const stop = () => fail(new Error('the server is stopping', { cause: signal?.reason }))
    const late = setTimeout(
      () => fail(new ChildProcessError(`it took longer than ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    )
    const watch = setInterval(async () => {
      const { megabytes } = await measureProcessUsage(child)
      if (megabytes > maxMegabytes) fail(new ChildProcessError(`it took more than ${maxMegabytes} MB`))
    }, watchIntervalMs)
    signal?.addEventListener('abort', stop, { once: true })
    const onExit = () => {
      clearTimeout(late)
      clearInterval(watch)
      signal?.removeEventListener('abort', stop)
    }
    child.on('message', async (message: FromChild<Done>) => {
      if ('done' in message) return resolve(message.done)
      if ('failed' in message) return reject(new ChildProcessError(message.failed))
      try {
        const reply = { id: message.id, reply: await answer?.(message.asks) }
        if (child.connected) child.send(reply, () => {})
      } catch (error) {
        fail(error)
      }
    })
    child.once('error', (error) => {
      onExit()
      fail(error)
    })
    child.once('exit', (code, how) => {
      onExit()
      reject(new ChildProcessError(`the process that read it ended (${how ?? code}). ${complaints}`))
    })
    child.send(order, (error) => error && reject(error))
  })
}
