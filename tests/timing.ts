import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

/** Measured on two quiet cores by `npm run test:timing`. A commit that raises `cpuSeconds` says why. */
type Timing = { cpuSeconds: number; fileSeconds: Record<string, number> }

const timingFile = new URL('timing.json', import.meta.url)
export const recordedTimes: Timing = JSON.parse(readFileSync(timingFile, 'utf8'))
const allowedGrowth = 1.25
/** Files below this start in any order, and are left out of the timing file. */
const worthKeepingSeconds = 2

/**
 * Starts the longest files first, also on a fresh clone, where Vitest itself has no timing yet. Files of one project
 * stay together, because a worker keeps its modules only for files of the same project.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name)
    const rank = ({ project, moduleId }: TestSpecification) => [
      project.config.sequence.groupOrder,
      projects.indexOf(project.name),
      -(recordedTimes.fileSeconds[relative(this.ctx.config.root, moduleId)] ?? 0),
    ]
    return files.toSorted((a, b) => compareInTurn(rank(a), rank(b)))
  }
}

function compareInTurn(a: number[], b: number[]): number {
  return a.map((value, at) => value - b[at]!).find((difference) => difference !== 0) ?? 0
}

/** `vitest run` and nothing else: no chosen files, projects or changes, and no long runs. */
const isWholeRun = process.argv.slice(2).join(' ') === 'run' && process.env.LONG_RUNS !== 'on'

declare module 'vitest' {
  interface TaskMeta {
    /** Set by tests/count-assertions.ts. */
    assertions?: number
  }
}

type Span = { from: number; until: number; files: number; seconds: number }

/** Says at the end where the time went and how much was checked, and warns when a whole run used more CPU time than `timing.json` allows. */
export class TimingReporter implements Reporter {
  private cpu: ReturnType<typeof sampleCpu> | undefined
  private readonly started = new Map<string, number>()
  private readonly projects = new Map<string, Span>()
  private readonly files = new Map<string, number>()
  private tests = 0
  private assertions = 0

  onInit(): void {
    this.cpu = sampleCpu()
  }

  onTestModuleQueued(module: TestModule): void {
    this.started.set(module.id, Date.now())
  }

  onTestModuleEnd(module: TestModule): void {
    const until = Date.now()
    const from = this.started.get(module.id) ?? until
    const seconds = (until - from) / 1000
    const { name } = module.project
    const span = this.projects.get(name) ?? { from, until, files: 0, seconds: 0 }
    this.projects.set(name, {
      from: Math.min(span.from, from),
      until,
      files: span.files + 1,
      seconds: span.seconds + seconds,
    })
    this.files.set(module.relativeModuleId, seconds)
    for (const test of module.children.allTests()) {
      if (test.result().state !== 'skipped') this.tests++
      this.assertions += test.meta().assertions ?? 0
    }
  }

  onTestRunEnd(): void {
    if (this.files.size < 2) return
    console.log('\n Projects (from the first file to the last, and all files added up)')
    for (const [name, { from, until, files, seconds }] of this.projects)
      console.log(`   ${name.padEnd(10)}${minutes((until - from) / 1000)}  ${minutes(seconds)}  ${files} files`)
    console.log(' Slowest files')
    for (const [file, seconds] of slowestFirst(this.files).slice(0, 10))
      console.log(`   ${seconds.toFixed(1).padStart(6)} s  ${file}`)
    console.log(` ${this.tests} tests made ${this.assertions} assertions`)
    const cpuSeconds = this.cpu?.seconds() ?? null
    if (cpuSeconds !== null) this.judge(cpuSeconds)
  }

  private judge(cpuSeconds: number): void {
    console.log(` CPU time ${cpuSeconds} s${isWholeRun ? `, in tests/timing.json ${recordedTimes.cpuSeconds} s` : ''}`)
    if (!isWholeRun) return
    if (process.env.UPDATE_TIMING === 'on') this.keep(cpuSeconds)
    else if (cpuSeconds > recordedTimes.cpuSeconds * allowedGrowth)
      console.warn(
        ` WARNING: this run used over 25 % more CPU time than tests/timing.json says. Find out why; if it must be so, ` +
          `run npm run test:timing on a quiet machine and give the reason in the commit.`,
      )
  }

  private keep(cpuSeconds: number): void {
    const kept = slowestFirst(this.files)
      .filter(([, seconds]) => seconds >= worthKeepingSeconds)
      .map(([file, seconds]) => [file, Math.round(seconds)])
    writeFileSync(timingFile, `${JSON.stringify({ cpuSeconds, fileSeconds: Object.fromEntries(kept) }, null, 2)}\n`)
  }
}

const slowestFirst = (files: Map<string, number>) => [...files].sort(([, a], [, b]) => b - a)

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}m${String(Math.round(seconds % 60)).padStart(2, '0')}s`.padStart(7)

/**
 * The CPU time of this process and all its descendants (workers, browsers, databases, applications), sampled while they
 * live: the parent of a browser that is killed with its worker is gone, so its time is added up nowhere. Linux only.
 */
function sampleCpu(): { seconds: () => number | null } {
  const ticks = new Map<string, number>()
  const sample = () => {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(statOf)
    const descendants = new Set([process.pid])
    // Parents have lower numbers than their children, except after a wrap-around: a second pass finds those.
    for (const { pid, parent } of [...all, ...all]) if (descendants.has(parent)) descendants.add(pid)
    for (const { pid, key, used } of all) if (descendants.has(pid)) ticks.set(key, used)
  }
  if (!existsSync('/proc/self/stat')) return { seconds: () => null }
  setInterval(sample, 1_000).unref()
  return {
    seconds: () => {
      sample()
      return Math.round([...ticks.values()].reduce((sum, each) => sum + each, 0) / 100)
    },
  }
}

type Stat = { pid: number; parent: number; key: string; used: number }

/** proc(5): a process's parent (field 4), its user and system time in ticks (14, 15), its start (22). */
function statOf(pid: string): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const used = Number(fields[11]) + Number(fields[12])
    return [{ pid: Number(pid), parent: Number(fields[1]), key: `${pid} ${fields[19]}`, used }]
  } catch {
    // It has ended since the folder was read.
    return []
  }
}
