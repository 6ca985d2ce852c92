import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Of one process, in MB. PSS divides pages that processes share, such as the program itself. */
export type ProcessMemory = {
  pid: number
  /** The server that has started it, or that it is. */
  root: number
  name: string
  pss: number
  /** Pages of the kernel's account, by what they are mapped from; all shares as in `pss`. */
  parts: { malloc: number; files: number; other: number }
  /** What Node says of its JavaScript heap and of buffers beside it; null for processes without the probe. */
  node: { heapUsed: number; heapPhysical: number; external: number; arrayBuffers: number } | null
}

/** The process and all that it has started. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = Number(statOf(Number(name))?.[1])
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  for (const left = [root]; left.length; ) {
    const pid = left.pop()!
    found.push(pid)
    left.push(...(children.get(pid) ?? []))
  }
  return found
}

/** State, parent and so on: the fields after the name, which may hold any character. */
function statOf(pid: number): string[] | null {
  const text = textOf(pid, 'stat')
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null
}

const textOf = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const kilobytes = (text: string): number => Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0)

/** In MB, of all these processes and of those that they have started. */
export const pssOf = (roots: number[]): number =>
  roots.flatMap(processTree).reduce((sum, pid) => sum + kilobytes(textOf(pid, 'smaps_rollup')), 0) / 1024

function partsOf(pid: number): ProcessMemory['parts'] {
  const parts = { malloc: 0, files: 0, other: 0 }
  for (const mapping of textOf(pid, 'smaps').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [first = ''] = mapping.split('\n')
    const part = first.endsWith('[heap]') ? 'malloc' : first.includes(' /') ? 'files' : 'other'
    parts[part] += kilobytes(mapping) / 1024
  }
  return parts
}

/** Asks each process for its heap (`probe.mjs`), and the kernel for the rest. */
export async function memoryOfProcesses(roots: number[], probeFile: string): Promise<ProcessMemory[]> {
  const probed = new Map<number, ProcessMemory['node']>()
  for (const pid of roots) process.kill(pid, 'SIGUSR2')
  for (let tries = 0; probed.size < roots.length && tries < 600; tries++) {
    await wait(50)
    const lines = existsSync(probeFile) ? readFileSync(probeFile, 'utf8').trim().split('\n') : []
    for (const line of lines) {
      const { pid, ...sizes } = JSON.parse(line) as { pid: number } & NonNullable<ProcessMemory['node']>
      if (roots.includes(pid)) probed.set(pid, sizes)
    }
  }
  const processes = roots.flatMap((root) => processTree(root).map((pid) => ({ root, pid })))
  return processes.map(({ root, pid }) => ({
    pid,
    root,
    name: nameOf(pid),
    pss: kilobytes(textOf(pid, 'smaps_rollup')) / 1024,
    parts: partsOf(pid),
    node: probed.get(pid) ?? null,
  }))
}

/** The script that a Node process runs. */
const nameOf = (pid: number): string =>
  /src\/[\w./-]+\.ts/.exec(textOf(pid, 'cmdline'))?.[0] ?? textOf(pid, 'comm').trim()

const bytesInMb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)

/** As one cell of the table. */
export function describeMemory({ pss, parts, node }: ProcessMemory): string {
  const { malloc, files, other } = parts
  const heap = node
    ? `; JavaScript heap ${bytesInMb(node.heapPhysical)} MB (${bytesInMb(node.heapUsed)} used), buffers and WebAssembly memory ${bytesInMb(node.external + node.arrayBuffers)} MB`
    : ''
  return `${pss.toFixed(0)} MB: malloc of the main thread ${malloc.toFixed(0)}, files ${files.toFixed(0)}, anonymous and other ${other.toFixed(0)}${heap}`
}
