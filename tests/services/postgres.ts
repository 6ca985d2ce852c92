import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/browser/process.ts'
import { killWithParentScript } from '#tests/services/kill-with-parent.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'
import { findPostgres } from '../../scripts/prepare/find.mjs'

/** A PostgreSQL server of our own, in a folder of its own, on the loopback address only. */
export type Cluster = {
  /** The superuser's address of a database. */
  ownerUrl: (database: string) => string
  /** The address that the product itself would use. */
  url: (database: string) => string
  /** As the superuser, for the server as a whole. */
  run: (statement: string) => Promise<void>
  /** Kills the server, as a power cut would. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Stops it and removes its folder. */
  stop: () => Promise<void>
}

/** With `archive`, a command, the log is archived. Without `durable` nothing is synced to the disk, which is all the same to a test and much faster. */
export async function startPostgres({ durable = false, archive = '' } = {}): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) throw new Error('The tests need PostgreSQL, which `npm test` finds or installs before it runs them.')
  const runAs: { uid?: number; gid?: number } = process.getuid?.() === 0 ? systemUser() : {}
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-postgres-'))
  if (runAs.uid && runAs.gid) chownSync(folder, runAs.uid, runAs.gid)
  const data = join(folder, 'data')
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), init, { ...runAs, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const options = [
    ...['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
    ...[...settings(durable), ...(archive ? ['archive_mode=on', `archive_command=${archive}`] : [])].flatMap(
      (setting) => ['-c', setting],
    ),
  ]

  const address = (user: string) => (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  const server = { ownerUrl: address('postgres'), url: address('app') }

  const launch = () => {
    const child = spawn('/bin/sh', ['-c', killWithParentScript('INT'), folder, join(bin, 'postgres'), ...options], {
      ...runAs,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return { child, ended: once(child, 'exit') }
  }
  const isUp = () => answers(server.ownerUrl('postgres'), running.ended)
  let running = launch()
  const cluster: Cluster = {
    ...server,
    run: (statement) => runStatementOn(server.ownerUrl('postgres'), statement),
    kill: async () => {
      const { pid } = running.child
      // Those who answer lead groups of their own, and would go on answering for a moment.
      const all = [-pid!, ...childrenOf(pid!)]
      for (const each of all) killed(each)
      await running.ended
    },
    start: async () => {
      // Until the last of the server's own processes has ended it does not start.
      do running = launch()
      while (!(await isUp()))
    },
    stop: async () => {
      running.child.stdin.end()
      await running.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (await isUp()) return cluster
  await cluster.stop()
  throw new Error(`PostgreSQL in ${bin} did not start.`)
}

const childrenOf = (parent: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (pid && of === parent ? [pid] : []))

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const settings = (durable: boolean) => [
  ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ...['max_connections=100', 'shared_buffers=64MB', 'logging_collector=off', 'autovacuum=off'],
]

export async function runStatementOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** False when the server has ended instead. */
async function answers(url: string, ended: Promise<unknown>): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  for (const until = Date.now() + waitLimitMs; !over && Date.now() < until; await after(20)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

/** PostgreSQL refuses to run as root. */
function systemUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim()
    if (ask('-u')) return { uid: Number(ask('-u')), gid: Number(ask('-g')) }
  }
  throw new Error('The tests run as root, as which PostgreSQL does not; there is no user postgres to run it as.')
}
