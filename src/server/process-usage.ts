import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** How often whoever watches a process looks at it. */
export const watchIntervalMs = 100
const ticksInSecond = 100

/** What a process has of the machine; where the system does not say, nothing. A busy machine is nobody's fault. */
export async function usageOf({ pid }: ChildProcess): Promise<{ megabytes: number; seconds: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [status, stat] = await Promise.all([read('status'), read('stat')])
  // The name of the program comes before these, in brackets, and may hold anything.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024,
    seconds: (user + system) / ticksInSecond,
  }
}
