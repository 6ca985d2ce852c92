import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, openSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, freePort, waitForReadiness } from '#tests/browser/process.ts'
import { environment, nodeFlags } from '../../scripts/memory-settings.mjs'
import { ownerSettings } from '../owner.ts'

export type MeasuredServer = { child: ChildProcess; port: number }
export type Program = 'main' | 'worker'

/** Where servers of this folder say what `probe.mjs` asks. */
export const probeIn = (folder: string): string => join(folder, 'probe')

/** Starts what `main.ts` and `worker.ts` start with, as `npm start` and the units do. */
export function measuredServers(folder: string, cgroup: string | null = null) {
  // A copy, so that no other process shares its pages, and all of them count.
  const node = join(folder, 'node')
  copyFileSync(realpathSync(process.execPath), node)
  const children: ChildProcess[] = []

  /** A process of the group, or of ours. */
  function run(words: string[], settings: Record<string, string>): ChildProcess {
    const env = {
      ...cleanEnvironment(),
      ...environment,
      ...ownerSettings,
      DATA_DIR: join(folder, 'data'),
      MEMORY_PROBE: probeIn(folder),
      ...settings,
    }
    const log = openSync(join(folder, 'log'), 'a')
    const all = [node, ...nodeFlags, '--import', './bench/memory/probe.mjs', ...words]
    const inGroup = ['/bin/sh', '-c', `echo $$ > '${cgroup}/cgroup.procs' && exec "$@"`, 'sh', ...all]
    const [program, ...args] = (cgroup ? inGroup : all) as [string, ...string[]]
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', log] })
    children.push(child)
    return child
  }

  return {
    run,
    start: async (program: Program, settings: Record<string, string> = {}): Promise<MeasuredServer> => {
      const port = await freePort()
      const child = run([`src/app/${program}.ts`], { PORT: String(port), ...settings })
      const greeted = once(child.stdout!, 'data')
      child.stdout!.resume()
      if (program === 'worker') await greeted
      else {
        const ended = once(child, 'exit').then(([code, signal]) => `it ended (${signal ?? code})`)
        const outcome = await Promise.race([waitForReadiness(port), ended])
        if (outcome !== 'ready') throw new Error(`The server did not start: ${outcome}.`)
      }
      return { child, port }
    },
    stop: async ({ child }: MeasuredServer): Promise<void> => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    /** The ids of the processes that were started here and have not ended. */
    running: (): number[] => children.filter(({ exitCode }) => exitCode === null).map(({ pid }) => pid!),
    killAll: (): void => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
