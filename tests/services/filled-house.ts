import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bareEnvironment, freePort, nearlyFullDisk, readiness } from '#tests/browser/process.ts'
import { owner } from '#tests/journeys/owner.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder in which the demo is filled in and the owner of the journeys is at home. */
    filledHouse: string | undefined
  }
}

/** Once for a run: the first start on an empty folder, which every application of a journey then need not do again. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-filled-'))
  const teardown = () => rmSync(folder, { recursive: true, force: true })
  const port = await freePort()
  const child = spawn(process.execPath, ['--liftoff-only', 'src/app/main.ts'], {
    env: {
      ...bareEnvironment(),
      // Nobody has sent the demo: it is filled in there too.
      ...nearlyFullDisk,
      PORT: String(port),
      DATA_DIR: folder,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  const outcome = await Promise.race([readiness(port), ended.then(([code]) => `it ended with ${code}`)])
  child.kill('SIGTERM')
  await ended
  if (outcome !== 'ready') {
    teardown()
    throw new Error(`The house for the journeys could not be filled: ${outcome}.`)
  }
  rmSync(join(folder, 'cache'), { recursive: true, force: true })
  project.provide('filledHouse', folder)
  return teardown
}
