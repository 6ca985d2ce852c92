import { spawn } from 'node:child_process'
import { Refusal } from './refusal.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command silently. When it fails, everything it said is shown, and then the sentence. */
export async function run(command, args, { env = process.env, sentence }) {
  // A process group of its own, so that a signal reaches what the command has started as well.
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  child.stdout.on('data', (bytes) => said.push(bytes))
  child.stderr.on('data', (bytes) => said.push(bytes))

  let stoppedBy = null
  const stop = (signal) => {
    stoppedBy = signal
    if (child.pid) process.kill(-child.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  for (const signal of signals) process.off(signal, stop)

  if (code === 0) return
  if (stoppedBy) return endBy(stoppedBy)
  process.stderr.write(Buffer.concat(said))
  throw new Refusal(sentence)
}

/** Ends this process the way the signal would have, had we not listened to it. */
function endBy(signal) {
  process.kill(process.pid, signal)
  return new Promise(() => {})
}
