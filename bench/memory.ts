import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanEnvironment, freePort, waitForReadiness } from '#tests/browser/process.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { environment, nodeFlags } from '../scripts/memory-settings.mjs'
import { type BenchRow, noBudget } from './bench-row.ts'
import { describeMemory, memoryOfProcesses, type ProcessMemory, pssOf } from './memory/process-memory.ts'
import { runMixedTraffic } from './memory/traffic.ts'
import { ownerSettings } from './owner.ts'

/** The goals are for ten minutes; MEMORY_MINUTES=10 takes as long. */
const minutes = Number(process.env.MEMORY_MINUTES ?? 2)
const maxEmbedded = 350
const maxWeb = 180
const maxWorker = 200

/** Memory of all processes after mixed traffic, embedded and on PostgreSQL. */
export async function benchMemory(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  // A copy, so that no other process shares its pages, and all of them count.
  const node = join(folder, 'node')
  copyFileSync(realpathSync(process.execPath), node)
  const children: ChildProcess[] = []
  const start: Start = async (script, settings) => {
    const server = await startMeasured({ node, folder, script, settings })
    children.push(server.child)
    return server
  }
  try {
    return [...(await embedded(start, folder)), ...(await onPostgres(start, folder))]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Server = { child: ChildProcess; port: number }
type Start = (script: 'main' | 'worker', settings: Record<string, string>) => Promise<Server>
type StartOptions = { node: string; folder: string; script: 'main' | 'worker'; settings: Record<string, string> }

const probeIn = (folder: string) => join(folder, 'probe')

async function startMeasured({ node, folder, script, settings }: StartOptions): Promise<Server> {
  const port = await freePort()
  const log = openSync(join(folder, 'log'), 'a')
  const env = {
    ...cleanEnvironment(),
    ...environment,
    ...ownerSettings,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    MEMORY_PROBE: probeIn(folder),
    ...settings,
  }
  const child = spawn(node, [...nodeFlags, '--import', './bench/memory/probe.mjs', `src/app/${script}.ts`], {
    env,
    stdio: ['ignore', 'pipe', log],
  })
  const greeted = once(child.stdout!, 'data')
  child.stdout!.resume()
  if (script === 'worker') await greeted
  else if ((await waitForReadiness(port)) !== 'ready') throw new Error('The server did not start.')
  return { child, port }
}

async function embedded(start: Start, folder: string): Promise<BenchRow[]> {
  const app = await start('main', {})
  const { peak, processes, requests } = await measured([app], folder)
  await stop(app)
  const total = processes.reduce((sum, { pss }) => sum + pss, 0)
  return [
    {
      what: `embedded: memory (PSS) of all processes after ${minutes} minutes of mixed traffic from the first start on`,
      budget: `≤ ${maxEmbedded} MB`,
      yardstick: requests,
      measured: `${total.toFixed(0)} MB in ${processes.length} processes, at most ${peak.toFixed(0)} MB meanwhile`,
      isMet: total <= maxEmbedded,
      ...(minutes < 10 && { why: 'this run was shorter than the ten minutes of the goal' }),
    },
    ...processes.map(breakdown),
  ]
}

async function onPostgres(start: Start, folder: string): Promise<BenchRow[]> {
  const cluster = await startPostgres()
  try {
    await cluster.run('create database bench')
    const settings = {
      DATABASE_URL: cluster.url('bench'),
      DATABASE_OWNER_URL: cluster.ownerUrl('bench'),
      DATA_DIR: join(folder, 'postgres'),
    }
    const worker = await start('worker', settings)
    const web = await start('main', { ...settings, WORKER: 'off' })
    const { processes, requests } = await measured([web, worker], folder)
    await Promise.all([stop(web), stop(worker)])
    const sumOf = ({ child }: Server) =>
      processes.filter(({ root }) => root === child.pid).reduce((sum, { pss }) => sum + pss, 0)
    const row = (what: string, max: number, server: Server): BenchRow => ({
      what: `on PostgreSQL: memory (PSS) of ${what} and its helpers after ${minutes} minutes of mixed traffic`,
      budget: `≤ ${max} MB`,
      yardstick: requests,
      measured: `${sumOf(server).toFixed(0)} MB`,
      isMet: sumOf(server) <= max,
    })
    return [row('a web process', maxWeb, web), row('a worker', maxWorker, worker), ...processes.map(breakdown)]
  } finally {
    await cluster.stop()
  }
}

async function measured(servers: Server[], folder: string) {
  const roots = servers.map(({ child }) => child.pid!)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, pssOf(roots))
  }, 2_000)
  const { requests, failed, seconds } = await runMixedTraffic(servers[0]!.port, minutes * 60)
  clearInterval(sampling)
  if (failed) throw new Error(`${failed} of ${requests} requests were not answered as expected.`)
  const processes = await memoryOfProcesses(roots, probeIn(folder))
  return { peak, processes, requests: `${requests} requests, ${(requests / seconds).toFixed(0)}/s` }
}

const breakdown = (memory: ProcessMemory): BenchRow => ({
  what: `of it ${memory.name}`,
  budget: noBudget,
  yardstick: '–',
  measured: describeMemory(memory),
  isMet: true,
})

async function stop({ child }: Server): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await wait(100)
}
