import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/services/postgres.ts'
import { type AppProcess, startBuiltApp } from './app-process.ts'
import { type BenchRow, noBudget } from './bench-row.ts'
import { httpRequestHead } from './load/connection.ts'
import { requireOnlyPages, runHttpLoad } from './load/http-load.ts'
import { type CoresUsed, limitCpu, startCpuMeter } from './scale/cpu.ts'
import { type Balancer, startBalancer } from './scale/nginx.ts'

const counts = [1, 2, 4]
/** Of each process in the simulation of small machines; four of them leave room for everything else on two cores. */
const smallMachine = 0.2
const minGrowth = 3.2
const connections = 16
const [warmUpSeconds, seconds] = [3, 8]

/** Throughput of several web processes on one PostgreSQL, with nginx in front. */
export async function benchScale(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const cluster = await startPostgres()
  const apps: AppProcess[] = []
  let balancer: Balancer | null = null
  try {
    await cluster.run('create database bench')
    const settings = {
      DATABASE_URL: cluster.url('bench'),
      DATABASE_OWNER_URL: cluster.ownerUrl('bench'),
      APP_SECRET: randomBytes(32).toString('hex'),
      DATA_KEY: randomBytes(32).toString('base64'),
      TRUSTED_PROXIES: '127.0.0.1',
      WORKER: 'off',
    }
    for (let n = 0; n < Math.max(...counts); n++) apps.push(await startBuiltApp(folder, settings))
    const ports = apps.map(({ port }) => port)
    balancer = await startBalancer(
      folder,
      counts.map((count) => ports.slice(0, count)),
    )
    const measured = { apps, balancer }
    return [await smallMachines(measured), await wholeMachine(measured), await cachedPages(measured)]
  } finally {
    for (const { child } of [...apps, ...(balancer ? [balancer] : [])]) child.kill('SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measured = { apps: AppProcess[]; balancer: Balancer }
type Throughput = { perSecond: number; cores: CoresUsed }

let searches = 0
/** A page that no cache has: it is queried and rendered for each request. */
const search = () => httpRequestHead(`/shop?q=vinyl+${searches++}`, { host: 'localhost', 'accept-encoding': 'br' })
const cachedPage = httpRequestHead('/tour', { host: 'localhost', 'accept-encoding': 'br' })

/** The throughput of one, two and four processes. */
async function throughputs({ apps, balancer }: Measured, head: string | (() => string)): Promise<Throughput[]> {
  const found: Throughput[] = []
  for (const at of counts.keys()) {
    const load = { port: balancer.ports[at]!, head, connections }
    await runHttpLoad({ ...load, seconds: warmUpSeconds })
    const pids = apps.map(({ child }) => child.pid!)
    const coresUsed = startCpuMeter(pids, balancer.child.pid!)
    const measured = await runHttpLoad({ ...load, seconds })
    found.push({ perSecond: measured.perSecond, cores: coresUsed() })
    requireOnlyPages(measured)
  }
  return found
}

const perSecondOf = (found: Throughput[]) =>
  found.map(({ perSecond }, at) => `${counts[at]}: ${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s`).join(', ')
const growthOf = (found: Throughput[]) => found.at(-1)!.perSecond / found[0]!.perSecond

/** Who used the processors with four processes, the largest user first. */
function usersOf(found: Throughput[]): string {
  const names = {
    web: 'web processes',
    nginx: 'nginx',
    postgres: 'PostgreSQL',
    load: 'load generator',
    others: 'other programs',
  } as const
  const { cores } = found.at(-1)!
  const users = (Object.keys(names) as (keyof CoresUsed)[]).toSorted((a, b) => cores[b] - cores[a])
  return users.map((user) => `${names[user]} ${cores[user].toFixed(2)}`).join(', ')
}

const machine = `${availableParallelism()} cores`

async function smallMachines(measured: Measured): Promise<BenchRow> {
  const what = `a search rendered each time, by 1, 2 and 4 web processes of ${smallMachine} cores each`
  const unlimit = measured.apps.map(({ child }) => limitCpu(child.pid!, smallMachine))
  if (unlimit.includes(null))
    return { what, budget: noBudget, yardstick: '–', measured: 'control groups cannot be written here', isMet: true }
  const found = await throughputs(measured, search).finally(() => {
    for (const each of unlimit) each?.()
  })
  return {
    what,
    budget: `4 processes ≥ ${minGrowth} × one`,
    yardstick: `cores used by four: ${usersOf(found)}`,
    measured: `${perSecondOf(found)}; ${growthOf(found).toFixed(1)} ×`,
    isMet: growthOf(found) >= minGrowth,
    why: 'the processes share PostgreSQL, nginx and two cores with the load generator',
  }
}

async function wholeMachine(measured: Measured): Promise<BenchRow> {
  const found = await throughputs(measured, search)
  return {
    what: `the same without a limit, on ${machine} together`,
    budget: noBudget,
    yardstick: `cores used by four: ${usersOf(found)}`,
    measured: `${perSecondOf(found)}; ${growthOf(found).toFixed(1)} ×`,
    isMet: true,
  }
}

async function cachedPages(measured: Measured): Promise<BenchRow> {
  const found = await throughputs(measured, cachedPage)
  return {
    what: `the tour page from the cache of 1, 2 and 4 web processes, on ${machine} together`,
    budget: noBudget,
    yardstick: `cores used by four: ${usersOf(found)}`,
    measured: `${perSecondOf(found)}; ${growthOf(found).toFixed(1)} ×`,
    isMet: true,
  }
}
