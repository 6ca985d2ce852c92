import { defineConfig } from 'vitest/config'
import { setTemporaryFolder } from './tests/temporary-folder.ts'
import { waitLimitMs } from './tests/wait-limit.ts'

setTemporaryFolder()

/** Long tests: `npm run test:full` runs them after everything else. */
export default defineConfig({
  test: {
    include: [
      'tests/commands/{backup,dev,fresh-clone,lost-key,refusals,rotate-keys}.test.ts',
      'tests/{faults,fuzz}/**/*.test.ts',
      'tests/chaos/full.test.ts',
      'tests/scale/starting.test.ts',
      'tests/speed/**/*.test.ts',
      'src/api/accounts/response-timing.test.ts',
      'src/api/admin/analytics.test.ts',
      'src/api/site/webhooks.test.ts',
      'src/server/backup/{backup,interrupted-restore}.test.ts',
    ],
    globalSetup: ['tests/services/setup.ts', 'tests/services/filled-app.ts'],
    env: {
      LONG_RUNS: 'on',
      KILLS: '24',
      RESTORES: 'all',
      STARTS: '8',
      DELIVERIES: '10000',
      HAPPENINGS: '100000',
      PAIRS: '200',
      UPLOAD_MEGABYTES: '1024',
      UPLOAD_CUTS: '200',
      UPLOAD_KILLS: '20',
      UPLOAD_ENGINE: 'pglite',
      FUZZ: '50000',
    },
    expect: { poll: { timeout: waitLimitMs } },
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
