import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/services/postgres.ts'
import { type BenchRow, noBudget } from './bench-row.ts'
import { type MeasuredServer, measuredServers, probeIn } from './memory/measured-server.ts'
import { describeMemory, memoryOfProcesses, type ProcessMemory, pssOf } from './memory/process-memory.ts'
import { runMixedTraffic } from './memory/traffic.ts'

/** The goals are for ten minutes; MEMORY_MINUTES=10 takes as long. */
const minutes = Number(process.env.MEMORY_MINUTES ?? 2)
/** Why a short run takes more. */
const shortRun =
  'the goal is for ten minutes; in the first ones helpers make the variants of the demo and of uploaded pictures'
const maxEmbedded = 350
const maxWeb = 180
const maxWorker = 200

/** Memory of all processes after mixed traffic, embedded and on PostgreSQL. */
export async function benchMemory(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const servers = measuredServers(folder)
  try {
    return [...(await embedded(servers, folder)), ...(await onPostgres(servers, folder))]
  } finally {
    servers.killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Servers = ReturnType<typeof measuredServers>

async function embedded({ start, stop }: Servers, folder: string): Promise<BenchRow[]> {
  const app = await start('main')
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
      ...(minutes < 10 && { why: shortRun }),
    },
    ...processes.map(breakdown),
  ]
}

async function onPostgres({ start, stop }: Servers, folder: string): Promise<BenchRow[]> {
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
    const sumOf = ({ child }: MeasuredServer) =>
      processes.filter(({ root }) => root === child.pid).reduce((sum, { pss }) => sum + pss, 0)
    const row = (what: string, max: number, server: MeasuredServer): BenchRow => ({
      what: `on PostgreSQL: memory (PSS) of ${what} and its helpers after ${minutes} minutes of mixed traffic`,
      budget: `≤ ${max} MB`,
      yardstick: requests,
      measured: `${sumOf(server).toFixed(0)} MB`,
      isMet: sumOf(server) <= max,
      ...(minutes < 10 && { why: shortRun }),
    })
    return [row('a web process', maxWeb, web), row('a worker', maxWorker, worker), ...processes.map(breakdown)]
  } finally {
    await cluster.stop()
  }
}

async function measured(servers: MeasuredServer[], folder: string) {
  const roots = servers.map(({ child }) => child.pid!)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, pssOf(roots))
  }, 2_000)
  const { requests, failures, seconds } = await runMixedTraffic(servers[0]!.port, minutes * 60)
  clearInterval(sampling)
  if (failures.size) throw new Error(`Not every request was answered: ${JSON.stringify([...failures])}.`)
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
