import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import {
  cleanEnvironment,
  freePort,
  longDeadlineSettings,
  root,
  shareImageCache,
  waitForReadiness,
} from '#tests/browser/process.ts'
import { killWithParentScript } from '#tests/services/kill-with-parent.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

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
  const app = await launch(env)
  if (TestRunner.getCurrentTest()) onTestFinished(app.stop)
  else afterAll(app.stop)
  return app
}

async function launch(env: Record<string, string>): Promise<App> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-app-'))
  if (!env.DEMO) beginFilled(env.DATA_DIR ?? folder)
  shareImageCache(env.DATA_DIR ?? folder)
  const program = [process.execPath, '--liftoff-only', 'src/app/main.ts']
  const child = spawn('/bin/sh', ['-c', killWithParentScript('KILL'), folder, ...program], {
    cwd: root,
    env: { ...cleanEnvironment(), ...longDeadlineSettings, PORT: String(port), DATA_DIR: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => written.push(bytes))
  const log = () => Buffer.concat(written).toString()
  const ended = once(child, 'close').then(([code, signal]) => `it ended with ${code ?? signal}`)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), waitLimitMs)
    const how = await ended
    clearTimeout(late)
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

  const outcome = await Promise.race([waitForReadiness(port), ended])
  if (outcome !== 'ready') {
    await end('SIGKILL')
    throw new Error(`The application did not start: ${outcome}.\n${log()}`)
  }
  return { address: (host = 'localhost') => `http://${host}:${port}`, log, stop }
}

/** The application that all read-only journeys of a run share: it refuses writes, so no test can see what another did. */
export async function getSharedApp(): Promise<Pick<App, 'address' | 'log'>> {
  const { port, logFile } = inject('sharedApp')
  const log = () => readFileSync(logFile, 'utf8')
  const outcome = await waitForReadiness(port)
  if (outcome !== 'ready') throw new Error(`The shared application did not start: ${outcome}.\n${log()}`)
  return { address: (host = 'localhost') => `http://${host}:${port}`, log }
}

/**
 * The demo content is the same in every installation, so it is created once for a run and copied; a folder that already
 * has data keeps it.
 */
function beginFilled(folder: string): void {
  const filled = inject('filledDataFolder')
  if (filled && readdirSync(folder).length === 0) cpSync(filled, folder, { recursive: true })
}
