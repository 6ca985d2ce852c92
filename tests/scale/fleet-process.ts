import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanEnvironment, freePort, longDeadlineSettings, waitForReadiness } from '#tests/browser/process.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

/** One of several processes of the built application. */
export type FleetProcess = {
  port: number
  /** All that the process has written so far. */
  log: () => string
  /** How it ended, as soon as it has. */
  ended: Promise<string>
  /** Ends it the way an operator would; answers how it ended. */
  stop: () => Promise<string>
}

const running = new Set<FleetProcess>()

/** For `afterAll`: every process that a file of tests has started. */
export const stopAll = () => Promise.all([...running].map(({ stop }) => stop()))

export async function startFleetProcess(script: 'main' | 'worker', env: Record<string, string>): Promise<FleetProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [`src/app/${script}.ts`], {
    env: { ...cleanEnvironment(), ...longDeadlineSettings, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => written.push(bytes))
  const dieWithUs = () => child.kill('SIGKILL')
  process.once('exit', dieWithUs)
  const ended = once(child, 'close').then(([code, signal]) => {
    process.off('exit', dieWithUs)
    running.delete(member)
    return `ended with ${code ?? signal}`
  })
  const member: FleetProcess = {
    port,
    log: () => Buffer.concat(written).toString(),
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(dieWithUs, waitLimitMs)
      return ended.finally(() => clearTimeout(late))
    },
  }
  running.add(member)
  return member
}

/** Resolves when it answers; throws with its log when it does not. */
export async function waitUntilReady(member: FleetProcess): Promise<FleetProcess> {
  const outcome = await Promise.race([waitForReadiness(member.port), member.ended])
  if (outcome !== 'ready') throw new Error(`A process was not ready: ${outcome}.\n${member.log()}`)
  return member
}
