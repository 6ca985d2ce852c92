import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { setTemporaryFolder } from './tests/temporary-folder.ts'
import { LongestFirstSequencer, recordedTimes, TimingReporter } from './tests/timing.ts'
import { waitLimitMs } from './tests/wait-limit.ts'

setTemporaryFolder()

/** Importing a test file takes longer than running most of its tests, so files share a worker and its modules. */
const shared = { isolate: false, setupFiles: ['tests/reset-globals.ts'] }

/** Files that only `npm run test:full` runs: variants and long runs of what other tests check on their main path. */
const longRuns = [
  'src/api/admin/analytics-access.test.ts',
  'src/server/backup/{hourly,hourly-memory,interrupted-restore,temporary-files}.test.ts',
  'src/server/doctor/backups.wal.test.ts',
  'src/server/mail/kill.test.ts',
  'tests/browser/harness.test.ts',
  'tests/chaos/smoke.test.ts',
  'tests/commands/{doctor,guide,owner,start}.test.ts',
  'tests/faults/{disk-full,kill,rotate-keys,upload-engine,uploads}.test.ts',
  'tests/fuzz/*.test.ts',
  'tests/journeys/{access,activity,admin-records,analytics,banner-and-consent,closed-shop,customers-data,data-export,first-run}.test.ts',
  'tests/journeys/{admin-gallery,admin-media,admin-tour,announcements,failed-pages,going-live,hosted-sites,hostile-text,inert,late-scripts,long-text}.test.ts',
  'tests/journeys/{look,media,neighbours,page-cache-outage,picture-library,previews,rebrand,renders,set-up,settings,shared-screens,site-starter,texts,tracks,turnstile,undo,uploads}.test.ts',
  'tests/scale/{behind-caddy,behind-varnish,caddy-alone,hosted-sites,https,several-processes,starting,worker-first}.test.ts',
]
/** Started one after the other by `vitest.full.config.ts`, with higher counts. */
const alone = [
  'tests/commands/{backup,dev,fresh-clone,lost-key,refusals,rotate-keys}.test.ts',
  'src/api/accounts/response-timing.test.ts',
]
const exclude = process.env.LONG_RUNS === 'on' ? alone : [...alone, ...longRuns]

/** Tests of the server that need no database or other service and take less than two seconds: part of `npm run check`. */
const needsService = /#tests\/(browsers|database|faults|isolation|services)|inject\(/
const fastServerTests = globSync('src/{server,api}/**/*.test.ts', { exclude: [...alone, ...longRuns] }).filter(
  (file) => !(file in recordedTimes.fileSeconds) && !needsService.test(readFileSync(file, 'utf8')),
)

/** Chaos runs after everything else; the other projects overlap, the long ones first. */
const together = { groupOrder: 1 }

export default defineConfig({
  test: {
    // Twice what a small machine has cores: most tests wait for a browser, a database or a process half of the time.
    maxWorkers: 4,
    // Every wait within a test has a limit of its own and says what it waited for. This one is only for what hangs.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: waitLimitMs } },
    sequence: { sequencer: LongestFirstSequencer },
    setupFiles: ['tests/count-assertions.ts'],
    reporters: ['default', new TimingReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          exclude,
          sequence: together,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          ...shared,
          include: ['tests/{browser,commands,journeys}/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/services/filled-app.ts'],
          sequence: together,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...shared,
          include: ['src/{server,api}/**/*.test.ts', 'tests/{engines,faults,fuzz,isolation}/**/*.test.ts'],
          exclude: [...exclude, ...fastServerTests],
          // PGlite in a worker: optimising its WebAssembly costs more than it saves.
          execArgv: ['--liftoff-only'],
          globalSetup: ['tests/services/setup.ts'],
          // A deadline of the database must not fail a test on a busy machine. Tests of a deadline set it themselves.
          env: { DEADLINE_MS: String(waitLimitMs) },
          sequence: together,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          ...shared,
          include: [
            'src/{domain,sections,web,app}/**/*.test.{ts,tsx}',
            'sites/**/*.test.ts',
            'tests/*.test.ts',
            'tests/chaos/defects.test.ts',
            ...fastServerTests,
          ],
          sequence: together,
        },
      },
      {
        extends: true,
        test: {
          // Alone: its injected faults must be the only problem.
          name: 'chaos',
          include: ['tests/chaos/smoke.test.ts'],
          exclude,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
