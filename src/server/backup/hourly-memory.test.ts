import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test('an hourly backup takes at most 64 MB of memory', async () => {
  const script = join(inject('childScripts'), 'hourly-memory.js')
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', script])
  const { rows, megabytes } = JSON.parse(stdout)
  expect(rows).toBe(40_000)
  expect(megabytes).toBeLessThan(64)
})
