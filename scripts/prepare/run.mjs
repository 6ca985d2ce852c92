import { spawn } from 'node:child_process'
import { lock } from './lock.mjs'
import { hasProcessGroups } from './platform.mjs'
import { SetupError } from './setup-error.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command silently and returns its output. When it fails, that is shown, and then the sentence. */
export async function run(command, args, { env = process.env, sentence, cwd }) {
  const stdio = ['ignore', 'pipe', 'pipe', lock ?? 'ignore']
  // A process group of its own, so that a signal reaches what the command has started as well.
  const child = spawn(command, args, { env, cwd, detached: hasProcessGroups, windowsHide: true, stdio })
  const output = []
  child.stdout.on('data', (bytes) => output.push(bytes))
  child.stderr.on('data', (bytes) => output.push(bytes))

  let stoppedBy = null
  const stop = (signal) => {
    stoppedBy = signal
    if (child.pid) process.kill(hasProcessGroups ? -child.pid : child.pid, 'SIGTERM')
  }
  for (const signal of signals) process.on(signal, stop)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  for (const signal of signals) process.off(signal, stop)

  if (stoppedBy) return endBy(stoppedBy)
  if (code === 0) return Buffer.concat(output)
  process.stderr.write(Buffer.concat(output))
  throw new SetupError(sentence)
}

/** Ends this process the way the signal would have, had we not listened to it. */
function endBy(signal) {
  process.kill(process.pid, signal)
  return new Promise(() => {})
}
