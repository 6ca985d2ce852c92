import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFleetProcess, stopAll } from '#tests/scale/fleet-process.ts'

test('a worker that starts first creates the owner and prints the password at once, and only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-worker-first-'))
  onTestFinished(async () => {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  })
  const worker = await startFleetProcess('worker', { DATA_DIR: folder, DEMO: 'off' })
  await expect.poll(worker.log).toContain('working on background jobs')
  expect(worker.log()).toContain('with the password')
  expect(await worker.stop()).toBe('ended with 0')
  expect(worker.log().match(/with the password/g)).toHaveLength(1)
})
