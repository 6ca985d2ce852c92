import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The request that opened a session; never changes. */
export type SandboxSessionRow = {
  id: string
  /** Hash of the opening request, to detect another request under the same key. */
  requestHash: string
  createdAt: number
  expiresAt: number
  amount: number
  currency: string
  lines: { name: string; unitAmount: number; quantity: number }[]
  checkoutId: string | null
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string | null
}

/** How a session ended; the first writer decides. */
export type SessionEnding = { how: 'paid' | 'unpaid' | 'expired'; at: number }
/** The result of a delayed payment. */
export type DelayedPaymentResult = { isPaid: boolean }
export type RefundRow = {
  id: string
  paymentIntent: string
  amount: number
  createdAt: number
  /** Hash of the request, to detect another request under the same key. */
  requestHash: string
}
export type QueuedWebhook = { id: string; websiteId: string; notBefore: number; tries: number; body: string }

/** Small files, each written once and atomically: they survive a crash, two processes can share them, a person can read them. */
export function openSandboxStore(folder: string) {
  const filePath = (kind: string, name: string) => join(folder, kind, `${name}.json`)
  const ready = Promise.all(
    ['sessions', 'endings', 'outcomes', 'refunds', 'outgoing', 'half-written'].map((kind) =>
      mkdir(join(folder, kind), { recursive: true, mode: 0o700 }),
    ),
  )
  const read = async <T>(kind: string, name: string): Promise<T | null> => {
    await ready
    try {
      return JSON.parse(await readFile(filePath(kind, name), 'utf8')) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  /** Written under another name first, so that no reader sees half of it. */
  const writeTemporaryFile = async (content: object): Promise<string> => {
    await ready
    const half = filePath('half-written', randomUUID())
    await writeFile(half, JSON.stringify(content), { mode: 0o600 })
    return half
  }
  /** False when the file existed already. */
  const writeOnce = async (kind: string, name: string, content: object): Promise<boolean> => {
    const half = await writeTemporaryFile(content)
    try {
      await link(half, filePath(kind, name))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(half)
    }
  }
  const overwrite = async (kind: string, name: string, content: object): Promise<void> =>
    rename(await writeTemporaryFile(content), filePath(kind, name))
  const all = async <T>(kind: string): Promise<T[]> => {
    await ready
    const names = (await readdir(join(folder, kind))).filter((name) => name.endsWith('.json')).sort()
    const found = await Promise.all(names.map((name) => read<T>(kind, name.slice(0, -5)).catch(() => null)))
    return found.filter((each) => each !== null) as T[]
  }
  return {
    session: (id: string) => (isSandboxId(id) ? read<SandboxSessionRow>('sessions', id) : Promise.resolve(null)),
    sessions: () => all<SandboxSessionRow>('sessions'),
    open: (session: SandboxSessionRow) => writeOnce('sessions', session.id, session),
    ending: (id: string) => read<SessionEnding>('endings', id),
    end: (id: string, ending: SessionEnding) => writeOnce('endings', id, ending),
    outcome: (id: string) => read<DelayedPaymentResult>('outcomes', id),
    decide: (id: string, outcome: DelayedPaymentResult) => writeOnce('outcomes', id, outcome),
    refunds: () => all<RefundRow>('refunds'),
    /** `place` counts the refunds of the payment before this one, so that two at the same time cannot both be stored. */
    refund: (row: RefundRow, place: number) => writeOnce('refunds', `${row.paymentIntent}_${place}`, row),
    outgoing: () => all<QueuedWebhook>('outgoing'),
    send: (message: QueuedWebhook) => overwrite('outgoing', message.id, message),
    sent: async (id: string) => {
      await ready
      await rm(filePath('outgoing', id), { force: true })
    },
  }
}

export type SandboxStore = ReturnType<typeof openSandboxStore>

/** Only ids that we made become file names. */
export const isSandboxId = (id: string): boolean => /^[a-z]{2,4}_\w{8,80}$/.test(id)

/** Deterministic for the same input. */
export const sandboxId = (kind: string, ...words: string[]): string =>
  `${kind}_${createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)}`
