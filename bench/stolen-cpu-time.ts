import { readFileSync } from 'node:fs'

/** The share of processor time that a virtual machine has lost to others since the call; Linux only. */
export function startStolenCpuTimer(): () => string {
  const before = ticks()
  return () => {
    const now = ticks()
    const since = now.map((count, kind) => count - (before[kind] ?? 0))
    const all = since.reduce((sum, count) => sum + count, 0)
    return all ? `${Math.round((100 * (since[7] ?? 0)) / all)} %` : '–'
  }
}

/** User, nice, system, idle, waiting, two kinds of interrupts, and the eighth: stolen. */
function ticks(): number[] {
  try {
    const [, counts = ''] = /^cpu\s+(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
    return counts.split(' ').map(Number).slice(0, 8)
  } catch {
    return []
  }
}
