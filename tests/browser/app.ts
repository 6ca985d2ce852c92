import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { settingNames } from '#app/config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const patience = 60_000

export type App = {
  /** The address of a site: `app.address('service.localhost')`. */
  address: (host?: string) => string
  /** All that the process has written so far. */
  log: () => string
  /** Stops the process the way an operator would, and fails when it does not end cleanly. */
  stop: () => Promise<void>
}

/**
 * The built application in a process of its own, with an empty data folder, on a free port. It runs until the test file
 * has ended, or the test, when a test has started it.
 */
export async function startApp({ env = {} }: { env?: Record<string, string> } = {}): Promise<App> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-app-'))
  shareMadePictures(env.DATA_DIR ?? folder)
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    env: { ...bareEnvironment(), PORT: String(port), DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => written.push(bytes))
  const log = () => Buffer.concat(written).toString()
  const ended = once(child, 'close').then(([code, signal]) => `it ended with ${code ?? signal}`)
  const dieWithUs = () => child.kill('SIGKILL')
  process.once('exit', dieWithUs)

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const late = setTimeout(dieWithUs, patience)
    const how = await ended
    clearTimeout(late)
    process.off('exit', dieWithUs)
    rmSync(folder, { recursive: true, force: true })
    return how
  }
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= end('SIGTERM').then((how) => {
      if (how !== 'it ended with 0') throw new Error(`The application did not stop cleanly: ${how}.\n${log()}`)
    })
    return stopped
  }

  const outcome = await Promise.race([readiness(port), ended])
  if (outcome !== 'ready') {
    await end('SIGKILL')
    throw new Error(`The application did not start: ${outcome}.\n${log()}`)
  }
  if (TestRunner.getCurrentTest()) onTestFinished(stop)
  else afterAll(stop)
  return { address: (host = 'localhost') => `http://${host}:${port}`, log, stop }
}

/** A picture is made the same whoever makes it, and takes longer to make than most tests take. */
function shareMadePictures(folder: string): void {
  const shared = join(root, 'node_modules/.cache/stagedoor/images')
  mkdirSync(shared, { recursive: true })
  mkdirSync(join(folder, 'cache'), { recursive: true })
  try {
    symlinkSync(shared, join(folder, 'cache/images'))
  } catch (error) {
    // An application that was started on this folder before has its own, or this one already.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Neither what this run was started with nor a developer's .env decides what is tested: an empty setting is none. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const unset = settingNames.filter((name) => name !== 'NODE_ENV').map((name) => [name, ''])
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...Object.fromEntries(unset) }
}

async function readiness(port: number): Promise<string> {
  for (const until = Date.now() + patience; Date.now() < until; await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return 'ready'
  }
  return `it was not ready after ${patience / 1000} seconds`
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
