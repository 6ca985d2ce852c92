import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Another process of ours, which says what it has done line by line. */
export type Child = {
  lines: string[]
  /** Resolves when so many lines have been said; throws when the process ends before. */
  said: (count: number) => Promise<void>
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
  /** Its exit code and what it complained about. */
  ended: Promise<{ code: number | null; complaints: string }>
  process: ChildProcess
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** It lives for a moment only, so the embedded database had better not be compiled to its fastest. */
export function startChild(script: string, about: object): Child {
  const path = join(import.meta.dirname, script)
  const child = spawn(process.execPath, ['--liftoff-only', path, JSON.stringify(about)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  running.add(child)
  const lines: string[] = []
  let complaints = ''
  let heard = () => {}
  const reader = createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    heard()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close'), once(child.stderr, 'close')]).then(
    ([[code]]) => {
      running.delete(child)
      heard()
      return { code: code as number | null, complaints }
    },
  )
  return {
    lines,
    process: child,
    ended,
    said: async (count) => {
      while (lines.length < count) {
        await new Promise<void>((resolve) => {
          heard = resolve
          if (!running.has(child)) resolve()
        })
        if (!running.has(child) && lines.length < count)
          throw new Error(`The process ended after ${lines.length} lines: ${complaints}`)
      }
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export const upTo = (most: number) => Math.floor(Math.random() * (most + 1))
