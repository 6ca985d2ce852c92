import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  cleanEnvironment,
  freePort,
  longDeadlineSettings,
  nearlyFullDiskSettings,
  shareImageCache,
  waitForReadiness,
} from '#tests/browser/process.ts'
import { owner } from '#tests/journeys/owner.ts'
import { killWithParentScript } from '#tests/services/kill-with-parent.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo content and the owner of the journeys. */
    filledDataFolder: string | undefined
    /** The port of the application that read-only journeys share, and where it writes its log. */
    sharedApp: { port: number; logFile: string }
  }
}

const program = ['--liftoff-only', 'src/app/main.ts']

/**
 * Once for a run: the first start on an empty folder, which every application of a journey then need not do again, and
 * an application that read-only journeys share.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-filled-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const port = await freePort()
  const child = spawn(process.execPath, program, {
    env: {
      ...cleanEnvironment(),
      // A nearly full disk refuses uploads only: the demo content is filled in there too.
      ...nearlyFullDiskSettings,
      PORT: String(port),
      DATA_DIR: folder,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  const outcome = await Promise.race([waitForReadiness(port), ended.then(([code]) => `it ended with ${code}`)])
  child.kill('SIGTERM')
  await ended
  if (outcome !== 'ready') {
    remove()
    throw new Error(`The app for the journeys could not be filled: ${outcome}.`)
  }
  rmSync(join(folder, 'cache'), { recursive: true, force: true })
  project.provide('filledDataFolder', folder)
  const shared = await startShared(folder)
  project.provide('sharedApp', shared.about)
  return async () => {
    await shared.stop()
    remove()
  }
}

/** Setup does not wait until it is ready: tests that need it do. */
async function startShared(filled: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-shared-'))
  cpSync(filled, folder, { recursive: true })
  shareImageCache(folder)
  const [port, logFile] = [await freePort(), join(folder, 'app.log')]
  const log = openSync(logFile, 'w')
  const child = spawn('/bin/sh', ['-c', killWithParentScript('KILL'), folder, process.execPath, ...program], {
    env: { ...cleanEnvironment(), ...longDeadlineSettings, PORT: String(port), DATA_DIR: folder, READ_ONLY: 'on' },
    stdio: ['pipe', log, log],
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    closeSync(log)
    rmSync(folder, { recursive: true, force: true })
  }
  return { about: { port, logFile }, stop }
}
