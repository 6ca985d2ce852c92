import { defineConfig } from 'vitest/config'
import { patience } from './tests/patience.ts'

/** To read what a file of tests imports takes longer than most of its tests: once for a worker is enough. */
const together = { isolate: false, setupFiles: ['tests/put-back.ts'] }

/** Rules and markup first, then whatever needs a database, a process or a disk, then the browser, and last many processes. */
export default defineConfig({
  test: {
    // On two cores one more than there are: most tests wait for a browser, a database or a process half of the time.
    maxWorkers: 3,
    // Every wait within a test has an end of its own, and says what for. This is for many of them on a busy machine.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: patience } },
    projects: [
      {
        test: {
          name: 'unit',
          ...together,
          include: ['src/{domain,web,app}/**/*.test.{ts,tsx}', 'sites/**/*.test.ts', 'tests/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'server',
          ...together,
          include: ['src/{server,api}/**/*.test.ts', 'tests/{faults,fuzz,isolation}/**/*.test.ts'],
          globalSetup: ['tests/services/setup.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          ...together,
          include: ['tests/{browser,commands,journeys}/**/*.test.ts'],
          exclude: ['tests/commands/{backup,fresh-clone,lost-key,refusals,rotate-keys}.test.ts'],
          globalSetup: ['tests/services/filled-house.ts'],
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          // By itself: what it throws at the server must be the only thing that goes wrong.
          name: 'chaos',
          include: ['tests/chaos/smoke.test.ts'],
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
})
