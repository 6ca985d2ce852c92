import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Refusal } from './refusal.mjs'

// The kernel's lock on a file, held by a small helper that lives until its input ends, however this process dies.
// Where there is no flock (macOS), two commands at the same moment are not kept apart.
const holdLock = `
  exec 9>.cache/prepare.lock
  if command -v flock >/dev/null; then flock -n 9 || { echo waiting; flock 9; }; fi
  echo locked
  exec cat`

/** Lets one process at a time prepare this folder. */
export async function alone(work) {
  try {
    mkdirSync('.cache', { recursive: true })
  } catch (error) {
    throw new Refusal(`This folder cannot be written to (${error.code}): ${process.cwd()}`)
  }
  // In a group of its own: an interrupt from the keyboard ends the work first, then the lock.
  const helper = spawn('sh', ['-c', holdLock], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: helper.stdout })) {
    if (line === 'locked') break
    console.log('Another command is preparing this folder; waiting for it…')
  }
  try {
    await work()
  } finally {
    helper.stdin.end()
  }
}
