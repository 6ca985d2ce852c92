import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { hasShell } from './platform.mjs'
import { SetupError } from './setup-error.mjs'

// The kernel's lock on a file, held by a small helper that lives until its input ends, however this process dies. The
// commands that we run share that input: what a killed preparation leaves running keeps the lock until it ends.
// Where there is no flock (macOS) or no sh (Windows), two commands at the same moment are not kept apart.
const holdLock = `
  exec 9>.cache/prepare.lock
  if command -v flock >/dev/null; then flock -n 9 || { echo waiting; flock 9; }; fi
  echo locked
  exec cat`

/** The data shared with the commands, or undefined when no process holds the lock. */
export let lock

/** Lets one process at a time prepare this folder. */
export async function alone(work) {
  try {
    mkdirSync('.cache', { recursive: true })
    accessSync('.', constants.W_OK)
  } catch (error) {
    throw new SetupError(`This folder cannot be written to (${error.code}): ${process.cwd()}`)
  }
  if (!hasShell) return work()
  // In a group of its own: an interrupt from the keyboard ends the work first, then the lock.
  const helper = spawn('sh', ['-c', holdLock], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: helper.stdout })) {
    if (line === 'waiting') console.log('Another command is preparing this folder; waiting for it…')
    else lock = helper.stdin
    if (lock) break
  }
  if (!lock) throw new SetupError(`This folder could not be locked: ${process.cwd()}/.cache/prepare.lock`)
  try {
    await work()
  } finally {
    lock.end()
  }
}
