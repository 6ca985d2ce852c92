import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { runShopLoad } from './load.ts'
import { waitUntilIdle } from './wait-until-idle.ts'
import type { ChaosWorld } from './world.ts'

/** Repeatedly, in the middle of any transaction, and once more when the connections are idle. */
export async function cutConnections(world: ChaosWorld): Promise<string | null> {
  let cut = 0
  for (let times = 0; times < 12; times++) {
    await after(60 + world.random.upTo(120))
    cut += (await cutAll(world)).cut
  }
  await waitUntilIdle(world)
  const { unused } = await cutAll(world)
  return cut && unused ? `${cut} connections, and ${unused} that were not in use` : null
}

async function cutAll({ rows }: ChaosWorld): Promise<{ cut: number; unused: number }> {
  const [found] = await rows<{ cut: number; unused: number }>(
    `select count(pg_terminate_backend(pid))::int as cut,
      (count(*) filter (where state = 'idle' and application_name = 'stagedoor'))::int as unused
     from pg_stat_activity where usename = 'app'`,
  )
  return found!
}

export async function restartDatabase(world: ChaosWorld): Promise<string | null> {
  await after(400)
  return away(world, { go: world.cluster.kill, comeBack: world.cluster.start, atLeast: 1_500 })
}

/** Stops every backend that the server uses, and the postmaster, which would accept new connections. */
export async function pauseDatabase(world: ChaosWorld): Promise<string | null> {
  const backends = await world.rows<{ pid: number }>(`select pid from pg_stat_activity where usename = 'app'`)
  const pids = backends.map(({ pid }) => pid)
  if (!pids.length) return null
  const all = [parentOf(pids[0]!), ...pids]
  let held: number[] = []
  return away(world, {
    go: async () => {
      held = all.filter((pid) => sendTo(pid, 'SIGSTOP'))
    },
    comeBack: async () => {
      for (const pid of held) sendTo(pid, 'SIGCONT')
    },
    atLeast: 10_000,
  })
}

/** The same for every visitor, so it is cached. */
const kept = { host: 'localhost', path: '/tour' }

type Absence = { go: () => Promise<void>; comeBack: () => Promise<void>; atLeast: number }

/**
 * The running load may end before the database is away. So more requests are sent during the outage: some must be
 * refused, and cached pages must still be served.
 */
async function away(world: ChaosWorld, { go, comeBack, atLeast }: Absence): Promise<string | null> {
  await world.ask(kept)
  const [heard, began] = [world.heard.length, Date.now()]
  const putOff = () => world.heard.slice(heard).filter(({ status }) => status === 503).length
  await go()
  const playing = runShopLoad(world, { buyers: 2, messages: 0, uploads: 1, drafts: 2, cancels: 0 })
  let pages = 0
  for (; Date.now() < began + atLeast || (!putOff() && Date.now() < began + 30_000); await after(100)) {
    const page = await world.ask(kept)
    if (page?.status === 200) pages++
    else world.trouble.push(`a page from the cache was answered with ${page?.status} while the database was away`)
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const met = putOff()
  await comeBack()
  await playing
  return met ? `${seconds} s; ${met} were put off, ${pages} had a page from the cache` : null
}

const parentOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  )

function sendTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
