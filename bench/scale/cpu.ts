import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { processUsageOf } from '../load/process-usage.ts'

/** The unit of processor times in `/proc`. */
const tickMs = 10

function busyMs(): number {
  const [, counts = ''] = /^cpu\s+(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  const [user = 0, nice = 0, system = 0, , , hard = 0, soft = 0] = counts.split(' ').map(Number)
  return (user + nice + system + hard + soft) * tickMs
}

/** How many cores each part of the bench uses, and how many other programs of the machine. */
export type CoresUsed = Record<'web' | 'nginx' | 'postgres' | 'load' | 'others', number>

/** PostgreSQL is what else this process has started. */
export function startCpuMeter(web: readonly number[], nginx: number): () => CoresUsed {
  const read = () => {
    const { user, system } = process.cpuUsage()
    return {
      at: performance.now(),
      web: web.reduce((sum, pid) => sum + processUsageOf(pid).cpuMs, 0),
      nginx: processUsageOf(nginx).cpuMs,
      load: (user + system) / 1000,
      own: processUsageOf(process.pid).cpuMs,
      all: busyMs(),
    }
  }
  const before = read()
  return () => {
    const now = read()
    const used = (what: 'web' | 'nginx' | 'load' | 'own' | 'all') => (now[what] - before[what]) / (now.at - before.at)
    const known = { web: used('web'), nginx: used('nginx'), load: used('load') }
    const postgres = Math.max(0, used('own') - known.web - known.nginx - known.load)
    return { ...known, postgres, others: Math.max(0, used('all') - used('own')) }
  }
}

const periodUs = 50_000

/**
 * Limits a process with all its threads to a part of a core, as if it ran on a small machine of its own. Returns what
 * removes the limit; null where control groups cannot be written.
 */
export function limitCpu(pid: number, cores: number): (() => void) | null {
  const quota = Math.round(periodUs * cores)
  const kinds = [
    {
      parent: '/sys/fs/cgroup/cpu',
      limits: { 'cpu.cfs_period_us': String(periodUs), 'cpu.cfs_quota_us': String(quota) },
    },
    { parent: '/sys/fs/cgroup', limits: { 'cpu.max': `${quota} ${periodUs}` } },
  ]
  for (const { parent, limits } of kinds) {
    const group = `${parent}/stagedoor-bench-${pid}`
    try {
      mkdirSync(group)
      for (const [name, value] of Object.entries(limits)) writeFileSync(`${group}/${name}`, value)
      writeFileSync(`${group}/cgroup.procs`, String(pid))
      return () => {
        // With the processes that it has started since.
        for (const each of readFileSync(`${group}/cgroup.procs`, 'utf8').split('\n').filter(Boolean))
          writeFileSync(`${parent}/cgroup.procs`, each)
        rmdirSync(group)
      }
    } catch {
      // The other kind of control groups, or none.
    }
  }
  return null
}
