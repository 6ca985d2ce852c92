import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { npmStart, temporaryFolder } from '#tests/commands/npm-start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('telling npm to end ends the application with it, cleanly', async () => {
  const started = await npmStart(root, temporaryFolder())
  await started.ready()
  expect(await started.terminate()).toBe(0)
  expect(started.isAnyoneLeft()).toBe(false)
  await expect(fetch(started.address)).rejects.toThrow()
})
