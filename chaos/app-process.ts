import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { cleanEnvironment, emptyDiskSettings } from '#tests/browser/process.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'
import { sendHttpRequest } from './http-request.ts'

export type AppProcess = {
  /** Starts the built server with these settings besides its usual ones. */
  start: (more?: Record<string, string>) => Promise<void>
  /** Stops it with a signal; it ends cleanly. */
  stop: () => Promise<void>
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>
  /** Resolves when the server answers, also when it has died and must be started again. */
  up: () => Promise<void>
  signal: (signal: NodeJS.Signals) => void
  /** Of the process that lives now. */
  pid: () => number
  /** The output of all its processes so far. */
  log: () => string
  /** How often it has died by itself. */
  deaths: () => number
  /** The failpoints that were reached; each writes a line to a file before it acts. */
  proof: () => string[]
}

type Options = {
  root: string
  port: number
  env: Record<string, string>
  proofFile: string
  /** Before one that has died is started again. */
  onDeath: () => Promise<void>
}

/** The built server as a child process, restarted whenever it dies, as by a service manager. */
export function startAppProcess({ root, port, env, proofFile, onDeath }: Options): AppProcess {
  const written: Buffer[] = []
  let child: ChildProcess | null = null
  let isWanted = false
  let deaths = 0
  let living: Promise<void> = Promise.resolve()
  const dieWithUs = () => child?.kill('SIGKILL')
  process.on('exit', dieWithUs)

  async function launch(more: Record<string, string>): Promise<void> {
    const settings = { ...cleanEnvironment(), ...emptyDiskSettings, PORT: String(port), ...env, ...more }
    const started = spawn(process.execPath, ['src/app/main.ts'], {
      cwd: root,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (bytes: Buffer) => written.push(bytes))
    started.once('exit', () => {
      if (child !== started) return
      child = null
      if (!isWanted) return
      deaths++
      living = onDeath().then(() => launch({ ...more, FAILPOINTS: '' }))
      living.catch(() => {})
    })
    for (const until = Date.now() + waitLimitMs; Date.now() < until; await after(30)) {
      if (child !== started) return living
      const answer = await sendHttpRequest(port, { host: 'localhost', path: '/readyz', longest: 2_000 })
      if (answer?.status === 200) return
    }
    throw new Error(`The server was not ready.\n${Buffer.concat(written).toString().slice(-3_000)}`)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false
    await living.catch(() => {})
    const ending = child
    if (!ending) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    const late = setTimeout(() => ending.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(late)
    child = null
  }

  return {
    start: (more = {}) => {
      isWanted = true
      living = launch(more)
      return living
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    up: async () => {
      let seen: Promise<void> | null = null
      while (seen !== living) {
        seen = living
        await seen
      }
    },
    signal: (signal) => void child?.kill(signal),
    pid: () => {
      if (!child?.pid) throw new Error('No process lives.')
      return child.pid
    },
    log: () => Buffer.concat(written).toString(),
    deaths: () => deaths,
    proof: () => (existsSync(proofFile) ? readFileSync(proofFile, 'utf8').trim().split('\n').filter(Boolean) : []),
  }
}
