import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a session was opened with; never changed. */
export type Opened = {
  id: string
  /** Of the request that opened it, so that the same key with another request is noticed. */
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

/** How a session ended, decided once and for all by whoever writes it down first. */
export type Ending = { how: 'paid' | 'unpaid' | 'expired'; at: number }
/** What became of a payment that takes a while. */
export type Outcome = { isPaid: boolean }
export type RefundRow = {
  id: string
  paymentIntent: string
  amount: number
  createdAt: number
  /** Of the request, so that the same key with another request is noticed. */
  requestHash: string
}
export type Outgoing = { id: string; websiteId: string; notBefore: number; tries: number; body: string }

/**
 * Small files, each written once and whole: so nothing is lost when the process dies, two processes can share them, and
 * a developer can read them.
 */
export function openStore(folder: string) {
  const at = (kind: string, name: string) => join(folder, kind, `${name}.json`)
  const ready = Promise.all(
    ['sessions', 'endings', 'outcomes', 'refunds', 'outgoing', 'half-written'].map((kind) =>
      mkdir(join(folder, kind), { recursive: true, mode: 0o700 }),
    ),
  )
  const read = async <T>(kind: string, name: string): Promise<T | null> => {
    await ready
    try {
      return JSON.parse(await readFile(at(kind, name), 'utf8')) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  /** Nobody reads half of it: it is written under another name first. */
  const written = async (content: object): Promise<string> => {
    await ready
    const half = at('half-written', randomUUID())
    await writeFile(half, JSON.stringify(content), { mode: 0o600 })
    return half
  }
  /** False when it was there before. */
  const writeOnce = async (kind: string, name: string, content: object): Promise<boolean> => {
    const half = await written(content)
    try {
      await link(half, at(kind, name))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(half)
    }
  }
  const overwrite = async (kind: string, name: string, content: object): Promise<void> =>
    rename(await written(content), at(kind, name))
  const all = async <T>(kind: string): Promise<T[]> => {
    await ready
    const names = (await readdir(join(folder, kind))).filter((name) => name.endsWith('.json')).sort()
    const found = await Promise.all(names.map((name) => read<T>(kind, name.slice(0, -5)).catch(() => null)))
    return found.filter((each) => each !== null) as T[]
  }
  return {
    session: (id: string) => (isId(id) ? read<Opened>('sessions', id) : Promise.resolve(null)),
    sessions: () => all<Opened>('sessions'),
    open: (session: Opened) => writeOnce('sessions', session.id, session),
    ending: (id: string) => read<Ending>('endings', id),
    end: (id: string, ending: Ending) => writeOnce('endings', id, ending),
    outcome: (id: string) => read<Outcome>('outcomes', id),
    decide: (id: string, outcome: Outcome) => writeOnce('outcomes', id, outcome),
    refunds: () => all<RefundRow>('refunds'),
    refundCalled: (id: string) => read<RefundRow>('refunds', id),
    refund: (row: RefundRow) => writeOnce('refunds', row.id, row),
    outgoing: () => all<Outgoing>('outgoing'),
    send: (message: Outgoing) => overwrite('outgoing', message.id, message),
    sent: async (id: string) => {
      await ready
      await rm(at('outgoing', id), { force: true })
    },
  }
}

export type Store = ReturnType<typeof openStore>

/** A name that becomes a file of ours is one that we made. */
export const isId = (id: string): boolean => /^[a-z]{2,4}_\w{8,80}$/.test(id)

/** Always the same for the same words. */
export const idOf = (kind: string, ...words: string[]): string =>
  `${kind}_${createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)}`
