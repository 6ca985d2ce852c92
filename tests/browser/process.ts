import { randomInt } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { settingNames } from '#app/config.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Neither what this run was started with nor a developer's .env decides what is tested: an empty setting is none. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const unset = settingNames.filter((name) => name !== 'NODE_ENV').map((name) => [name, ''])
  // What the first application of a run compiles serves all later ones: a fifth of what a start costs.
  const shared = { NODE_COMPILE_CACHE: join(tmpdir(), 'compiled') }
  // No server listens there, so no test queries a DNS server outside.
  const dns = { DNS_SERVERS: '127.0.0.1:1' }
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...shared, ...Object.fromEntries(unset), ...dns }
}

/** How full the disk of this machine is must not decide whether a file is taken. */
export const emptyDiskSettings = { NODE_ENV: 'test', DISK_ROOM: `${2 ** 39}/${2 ** 40}` }
/** `npm run test:full` makes pictures as the product does. */
const isQuick = process.env.LONG_RUNS !== 'on'
/** Nor may how busy it is decide whether a page is made. */
export const longDeadlineSettings = { ...emptyDiskSettings, DEADLINE_MS: '120000', QUICK_PICTURES: isQuick ? 'on' : '' }
/** A byte less than files must leave. */
export const nearlyFullDiskSettings = { NODE_ENV: 'test', DISK_ROOM: `${2 ** 30 - 1}/${2 ** 33}` }

/** Variants of a picture are the same in every run, and take longer to make than most tests take. */
export function shareImageCache(folder: string): void {
  const shared = join(root, `node_modules/.cache/stagedoor/${isQuick ? 'quick-images' : 'images'}`)
  mkdirSync(shared, { recursive: true })
  mkdirSync(join(folder, 'cache'), { recursive: true })
  try {
    symlinkSync(shared, join(folder, 'cache/images'))
  } catch (error) {
    // An application that was started on this folder before has its own, or this one already.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

export async function waitForReadiness(port: number): Promise<string> {
  for (const until = Date.now() + waitLimitMs; Date.now() < until; await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return 'ready'
  }
  return `it was not ready after ${waitLimitMs / 1000} seconds`
}

/** So many each worker of a run has for itself, so that no two draw the same one before either has used it. */
const portsOfOne = 1_000
const firstPort = 20_000 + portsOfOne * (Number(process.env.VITEST_POOL_ID ?? 0) % 12)
let drawn = randomInt(portsOfOne)

/**
 * The first of so many consecutive ports, below the ephemeral range: no connection gets it before it is used, and it is
 * not drawn again soon.
 */
export async function freePort(inRow = 1): Promise<number> {
  for (;;) {
    if (drawn + inRow > portsOfOne) drawn = 0
    const port = firstPort + drawn
    drawn += inRow
    const areFree = await Promise.all(Array.from({ length: inRow }, (_, more) => isFree(port + more)))
    if (areFree.every(Boolean)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
