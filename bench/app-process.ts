import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, freePort, waitForReadiness } from '#tests/browser/process.ts'

export type AppProcess = { port: number; child: ChildProcess; took: number }

/**
 * The built server on its own data folder, and the time until it was ready. It logs into a file, as under a service
 * manager. With options for Node, what Node says about them goes there too.
 */
export async function startBuiltApp(
  folder: string,
  settings: Record<string, string> = {},
  nodeOptions: string[] = [],
): Promise<AppProcess> {
  const port = await freePort()
  const env = { ...cleanEnvironment(), PORT: String(port), DATA_DIR: join(folder, 'data'), ...settings }
  const log = openSync(join(folder, 'log'), 'a')
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, 'src/app/main.ts'], {
    env,
    stdio: ['ignore', log, nodeOptions.length ? log : 'inherit'],
  })
  const outcome = await waitForReadiness(port)
  if (outcome === 'ready') return { port, child, took: performance.now() - began }
  child.kill('SIGKILL')
  throw new Error(`The server did not start: ${outcome}.`)
}
