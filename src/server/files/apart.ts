import { fork } from 'node:child_process'
import { z } from 'zod'
import { mostAskedBytes } from '#server/files/once-asked.ts'
import { usageOf, watchMs } from '#server/process-usage.ts'

/** What was given to work on is at fault, and a further try would change nothing. */
export class AtFault extends Error {}

/** Of the machine's memory, where that can be measured: bytes that are read into buffers are not on the heap. */
const mostMegabytes = 512

const Part = z
  .object({ from: z.int().min(0), to: z.int() })
  .refine(({ from, to }) => to > from && to - from <= mostAskedBytes)

/** Answers a process that asks for parts of a file: whatever it asks for, it does not get much at a time. */
export const answeringParts = (read: (from: number, to: number) => Promise<Uint8Array>) => async (asked: unknown) => {
  const { from, to } = Part.parse(asked)
  return read(from, to)
}

type FromChild<Done> = { done: Done } | { failed: string } | { asks: unknown; id: number }

type How = {
  longestMs: number
  signal?: AbortSignal | undefined
  /** What the process may ask for while it works. When that cannot be had, the work is at an end, and nobody is at fault. */
  answer?: (asked: unknown) => Promise<unknown>
}

/**
 * Works on something in a process of its own, so that nobody waits for the server meanwhile, and a file that was made to
 * do harm takes that process down and nothing else. The script is read from the project's folder like everything that is
 * not built in, and calls `onceAsked`. Throws `AtFault` when it could not be done, took too long, or too much memory.
 */
export function apart<Done>(script: string, order: object, { longestMs, signal, answer }: How): Promise<Done> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
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
    const end = () => child.kill('SIGKILL')
    // Whoever has answered already is not heard again.
    const give = (error: unknown) => {
      reject(error)
      end()
    }
    const stop = () => give(new Error('The server stops; this is done another time.', { cause: signal?.reason }))
    const late = setTimeout(() => give(new AtFault(`it took longer than ${longestMs / 1000} seconds`)), longestMs)
    const watch = setInterval(async () => {
      const { megabytes } = await usageOf(child)
      if (megabytes > mostMegabytes) give(new AtFault(`it took more than ${mostMegabytes} MB`))
    }, watchMs)
    signal?.addEventListener('abort', stop, { once: true })
    const over = () => {
      clearTimeout(late)
      clearInterval(watch)
      signal?.removeEventListener('abort', stop)
    }
    child.on('message', async (said: FromChild<Done>) => {
      if ('done' in said) return resolve(said.done)
      if ('failed' in said) return reject(new AtFault(said.failed))
      try {
        const reply = { id: said.id, reply: await answer?.(said.asks) }
        if (child.connected) child.send(reply, () => {})
      } catch (error) {
        give(error)
      }
    })
    child.once('error', (error) => {
      over()
      give(error)
    })
    child.once('exit', (code, how) => {
      over()
      reject(new AtFault(`the process that read it ended (${how ?? code}). ${complaints}`))
    })
    child.send(order, (error) => error && reject(error))
  })
}
