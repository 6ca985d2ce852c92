import { readFileSync } from 'node:fs'

/** How much of the processors of a virtual machine was given to others since this was called; only Linux says so. */
export function watchNeighbours(): () => string {
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
