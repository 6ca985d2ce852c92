import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { settingNames } from '#app/config.ts'
import { patience } from '#tests/patience.ts'

/** Neither what this run was started with nor a developer's .env decides what is tested: an empty setting is none. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const unset = settingNames.filter((name) => name !== 'NODE_ENV').map((name) => [name, ''])
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...Object.fromEntries(unset) }
}

/** How full the disk of this machine is must not decide whether a file is taken. */
export const emptyDisk = { NODE_ENV: 'test', DISK_ROOM: `${2 ** 39}/${2 ** 40}` }
/** Nor may how busy it is decide whether a page is made. */
export const patientHouse = { ...emptyDisk, PAGE_DEADLINE: '120000' }
/** A byte less than files must leave. */
export const nearlyFullDisk = { NODE_ENV: 'test', DISK_ROOM: `${2 ** 30 - 1}/${2 ** 33}` }

export async function readiness(port: number): Promise<string> {
  for (const until = Date.now() + patience; Date.now() < until; await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return 'ready'
  }
  return `it was not ready after ${patience / 1000} seconds`
}

/** One below those that the system gives away by itself: until it is used, no connection of anybody's gets it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
