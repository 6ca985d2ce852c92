import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { World } from './world.ts'

/** Again and again, whatever they are in the middle of. */
export async function cutConnections({ rows, random }: World): Promise<string | null> {
  let cut = 0
  for (let times = 0; times < 12; times++) {
    await after(60 + random.upTo(120))
    const [found] = await rows<{ cut: number }>(
      `select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity where usename = 'app'`,
    )
    cut += found!.cut
  }
  return cut ? `${cut} connections` : null
}

export async function restartDatabase({ cluster }: World): Promise<string | null> {
  await after(400)
  await cluster.kill()
  await after(1_500)
  await cluster.start()
  return 'killed and started'
}

/** Every process of it that the server talks to is held, and the one that would let it in anew. */
export async function pauseDatabase(world: World): Promise<string | null> {
  const backends = await world.rows<{ pid: number }>(`select pid from pg_stat_activity where usename = 'app'`)
  const pids = backends.map(({ pid }) => pid)
  if (!pids.length) return null
  const held = [parentOf(pids[0]!), ...pids].filter((pid) => sendTo(pid, 'SIGSTOP'))
  await after(10_000)
  for (const pid of held) sendTo(pid, 'SIGCONT')
  return `${held.length} processes of the database were held`
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
