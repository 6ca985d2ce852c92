import { readdirSync, readFileSync } from 'node:fs'

/** Of a process and all that it has started, ended ones included: time on the processors, and memory. Linux only. */
export type ProcessUsage = { cpuMs: number; rssMb: number; pssMb: number }

/** The unit of processor times in `/proc`. */
const tickMs = 10

export function processUsageOf(pid: number): ProcessUsage {
  const usage = { cpuMs: 0, rssMb: 0, pssMb: 0 }
  for (const each of treeOf(pid)) {
    try {
      // User and system time of the process, then those of its ended children.
      const ticks = statOf(each).slice(11, 15).map(Number)
      usage.cpuMs += tickMs * ticks.reduce((sum, count) => sum + count, 0)
      usage.rssMb += kilobytes(`/proc/${each}/status`, 'VmRSS') / 1024
      usage.pssMb += kilobytes(`/proc/${each}/smaps_rollup`, 'Pss') / 1024
    } catch {
      // It has ended meanwhile.
    }
  }
  return usage
}

/** The fields of `/proc/<pid>/stat` after the name, which may have spaces in it. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const kilobytes = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(statOf(Number(name))[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [root]
  for (const each of found) found.push(...(children.get(each) ?? []))
  return found
}
