import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

/** Another process of ours, which says what it has done line by line. */
export type TestChildProcess = {
  lines: string[]
  /** Resolves when this many lines, or this last line, have been printed; throws when the process ends before. */
  printed: (count: number, last?: string) => Promise<void>
  prints: (line: string) => Promise<void>
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
export function startChild(script: string, about: object): TestChildProcess {
  const bundled = join(inject('childScripts'), script.replace(/ts$/, 'js'))
  const path = existsSync(bundled) ? bundled : join(import.meta.dirname, script)
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
  const until = async (enough: () => boolean) => {
    while (!enough()) {
      if (!running.has(child)) throw new Error(`The process ended after ${lines.length} lines: ${complaints}`)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
  }
  return {
    lines,
    process: child,
    ended,
    printed: (count, last) => until(() => lines.length >= count || (last !== undefined && lines.includes(last))),
    prints: (line) => until(() => lines.includes(line)),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export const randomIntegerUpTo = (max: number) => Math.floor(Math.random() * (max + 1))
