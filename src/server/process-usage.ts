import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** How often a watched process is measured. */
export const watchIntervalMs = 100
const ticksInSecond = 100

/** CPU time and memory of a process; 0 where the system does not report them. Only CPU time counts, so a busy machine is not held against it. */
export async function measureProcessUsage({ pid }: ChildProcess): Promise<{ megabytes: number; seconds: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [status, stat] = await Promise.all([read('status'), read('stat')])
  // The program's name comes before these fields, in brackets, and may contain any character.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024,
    seconds: (user + system) / ticksInSecond,
  }
}
