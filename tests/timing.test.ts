import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { TestModule, TestSpecification } from 'vitest/node'

type Timing = typeof import('#tests/timing.ts')
const written: string[] = []
const warned: string[] = []
let timing: Timing
let loaded = 0

beforeEach(async () => {
  for (const lines of [written, warned]) lines.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  vi.spyOn(console, 'log').mockImplementation((line) => void written.push(line))
  vi.spyOn(console, 'warn').mockImplementation((line) => void warned.push(line))
  vi.stubEnv('LONG_RUNS', '')
  vi.stubEnv('UPDATE_TIMING', '')
  onTestFinished(() => void vi.useRealTimers())
  timing = await freshTiming(['run'])
})

/** The module looks at the arguments of the run once. A query makes it another module. */
async function freshTiming(args: string[]): Promise<Timing> {
  const { argv } = process
  onTestFinished(() => {
    process.argv = argv
  })
  process.argv = ['node', 'vitest', ...args]
  const address = new URL(`timing.ts?${++loaded}`, import.meta.url)
  return import(address.href)
}

test('starts the longest files first, project by project, and those that run alone last', async () => {
  Object.assign(timing.recordedTimes.fileSeconds, { 'a/long.test.ts': 40, 'a/short.test.ts': 3, 'b/long.test.ts': 90 })
  const project = (name: string, groupOrder: number) => ({ name, config: { sequence: { groupOrder } } })
  const [journeys, unit, chaos] = [project('journeys', 1), project('unit', 1), project('chaos', 2)]
  const specification = (of: object, file: string) =>
    ({ project: of, moduleId: `/root/${file}` }) as unknown as TestSpecification
  const sequencer = new timing.LongestFirstSequencer({
    projects: [journeys, unit, chaos],
    config: { root: '/root' },
  } as never)
  const sorted = await sequencer.sort([
    specification(chaos, 'c/smoke.test.ts'),
    specification(unit, 'b/long.test.ts'),
    specification(journeys, 'a/new.test.ts'),
    specification(journeys, 'a/short.test.ts'),
    specification(journeys, 'a/long.test.ts'),
  ])
  expect(sorted.map(({ moduleId }) => moduleId.replace('/root/', ''))).toEqual([
    'a/long.test.ts',
    'a/short.test.ts',
    'a/new.test.ts',
    'b/long.test.ts',
    'c/smoke.test.ts',
  ])
})

/** Reports a run of these files, one at a time. */
function report({ TimingReporter }: Timing, files: [project: string, file: string, seconds: number][]): void {
  const reporter = new TimingReporter()
  reporter.onInit()
  for (const [name, file, seconds] of files) {
    const passed = { result: () => ({ state: 'passed' }), meta: () => ({ assertions: 4 }) }
    const skipped = { result: () => ({ state: 'skipped' }), meta: () => ({}) }
    const children = { allTests: () => [passed, skipped] }
    const module = { id: file, relativeModuleId: file, project: { name }, children } as unknown as TestModule
    reporter.onTestModuleQueued(module)
    vi.setSystemTime(Date.now() + 1_000 * seconds)
    reporter.onTestModuleEnd(module)
  }
  reporter.onTestRunEnd()
}

const someFiles: Parameters<typeof report>[1] = [
  ['unit', 'a.test.ts', 1],
  ['unit', 'b.test.ts', 70],
  ['server', 'c.test.ts', 3],
]

test('the timing reporter prints the time of each project and the slowest files', () => {
  report(timing, someFiles)
  expect(written.join('\n')).toMatch(/unit +1m11s +1m11s +2 files\n +server +0m03s +0m03s +1 files/)
  expect(written.join('\n')).toMatch(/70\.0 s +b\.test\.ts\n +3\.0 s +c\.test\.ts\n +1\.0 s +a\.test\.ts/)
})

test('the timing reporter prints the numbers of tests and assertions', () => {
  report(timing, someFiles)
  expect(written).toContain(' 3 tests made 12 assertions')
})

test('the timing reporter prints nothing for a run of one file', () => {
  report(timing, someFiles.slice(0, 1))
  expect(written).toEqual([])
})

// Figures so low and so high that the CPU time of this process lies between them.
test.runIf(process.platform === 'linux').each([
  { what: 'warns after a whole run that used too much CPU time', args: ['run'], cpuSeconds: -1, warnings: 1 },
  { what: 'does not warn after a whole run within its CPU time', args: ['run'], cpuSeconds: 1e9, warnings: 0 },
  { what: 'does not warn after a part of the tests', args: ['run', 'a.test.ts'], cpuSeconds: -1, warnings: 0 },
])('$what', async ({ args, cpuSeconds, warnings }) => {
  const fresh = await freshTiming(args)
  fresh.recordedTimes.cpuSeconds = cpuSeconds
  report(fresh, someFiles)
  expect(warned).toHaveLength(warnings)
  for (const warning of warned) expect(warning).toContain('tests/timing.json')
})
