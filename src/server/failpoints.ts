import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { testSetting } from '#server/test-mode.ts'

/** Moments at which a process may be made to fail, each between two things that belong together. */
export const failpoints = [
  /** The checkout is stored and the payment provider does not know it yet. */
  'checkout.held',
  /** The payment service has a session that no row names. */
  'checkout.session-opened',
  /** Inside the transaction: the order is there, its rights and its mails are not. */
  'orders.placed',
  /** A webhook of the payment provider is handled and not answered. */
  'webhooks.handled',
  /** The order is cancelled and not yet refunded. */
  'refunds.due',
  /** The refund is done and not yet recorded. */
  'refunds.given',
  /** The bytes are stored and no row names them. */
  'uploads.chunk-stored',
  /** The chunk is recorded and not answered. */
  'uploads.chunk-kept',
  /** Inside the transaction: all chunks are there, the file is being made of them. */
  'uploads.finishing',
  /** A job is claimed and not begun. */
  'jobs.taken',
  /** Inside the transaction: its effect is there, its end is not. */
  'jobs.finishing',
  /** The job is done and the queue does not know it yet. */
  'jobs.done',
  /** The mail is delivered and that is not yet recorded. */
  'mail.delivered',
  /** The owner's password exists and the account does not; the account exists and the password is not yet printed. */
  'owner.password',
  'owner.made',
  /** A page has its data and is about to be rendered. */
  'pages.rendering',
  /** Before a piece of a file is written. */
  'files.write',
  /** The file has its name, and its bytes may still be lost with the machine. */
  'files.sync',
  /** Before a transaction is committed; after it is committed and before the caller knows. */
  'database.commit',
  'database.committed',
  /** Keys and files of a backup are restored, nothing of the database is. */
  'restore.files',
  /** The queues are there, and nothing is in them. */
  'restore.queues',
  /** Inside the transaction: all rows and jobs are back. */
  'restore.rows',
  /** They are kept, and an embedded database is not in its place yet. */
  'restore.kept',
] as const
export type Failpoint = (typeof failpoints)[number]

const actions = ['kill', 'throw', 'enospc', 'delay'] as const
type Action = (typeof actions)[number]
export type Fault = { name: Failpoint; action: Action; ms: number; skip: number; times: number }

/** `orders.placed=kill@3` at the fourth time; `files.write=enospc*5` the first five; `jobs.taken=delay:200*9`. */
export function readFaults(text: string): Fault[] {
  return text
    .split(/[\s;]+/)
    .filter(Boolean)
    .map((text) => {
      const [, name = '', action = '', ms = '0', skip = '0', times = '1'] =
        /^([\w.-]+)=(\w+)(?::(\d+))?(?:@(\d+))?(?:\*(\d+))?$/.exec(text) ?? []
      if (!isOneOf(failpoints, name) || !isOneOf(actions, action)) throw new Error(`${text} is not a failpoint.`)
      return { name, action, ms: Number(ms), skip: Number(skip), times: Number(times) }
    })
}

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T => all.some((each) => each === text)

const armedFaults = armFailpoints(testSetting('FAILPOINTS'), testSetting('FAILPOINTS_PROOF'))

/** Nothing, unless this process was started to fail here: then it fails, and has written down that it does. */
export function failpoint(name: Failpoint): Promise<void> | undefined {
  return armedFaults?.(name)
}

/** For the tests of this file; a process arms itself once, at its start. */
export function armFailpoints(text: string | undefined, proof: string | undefined) {
  if (!text) return null
  if (!proof) throw new Error('FAILPOINTS needs FAILPOINTS_PROOF, a file that records what has happened.')
  const faults = readFaults(text)
  console.error(`This process fails on purpose: ${text}`)
  return async (name: Failpoint): Promise<void> => {
    for (const fault of faults) {
      if (fault.name !== name || fault.times === 0) continue
      if (fault.skip-- > 0) continue
      fault.times--
      appendToProofFile(proof, `${name} ${fault.action}\n`)
      await triggerFault(fault)
    }
  }
}

async function triggerFault({ name, action, ms }: Fault): Promise<void> {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  if (action === 'delay') return after(ms)
  if (action === 'enospc') throw Object.assign(new Error(`no space left on device, at ${name}`), { code: 'ENOSPC' })
  throw new Error(`made to fail at ${name}`)
}

/** On the disk before anything happens. */
function appendToProofFile(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600)
  writeSync(file, line)
  fsyncSync(file)
  closeSync(file)
}
