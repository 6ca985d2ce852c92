import type { DownloadPurchase } from '#api/site/downloads.ts'
import type { BrowserEvent } from '#domain/downloads/events.ts'
import type { DownloadSession } from '#domain/downloads/session.ts'

export type FileToGet = DownloadPurchase['files'][number]

/** Stores chunks and sessions in the browser. */
export type ChunkStore = {
  session: (key: string) => Promise<DownloadSession | undefined>
  save: (session: DownloadSession) => Promise<void>
  /** The indexes of the stored chunks. */
  indexes: (key: string) => Promise<number[]>
  put: (key: string, index: number, chunk: Blob) => Promise<void>
  /** All stored chunks by index. */
  chunks: (key: string) => Promise<Blob[]>
  drop: (key: string, index: number) => Promise<void>
  /** Deletes the chunks and keeps the session. */
  clear: (key: string) => Promise<void>
  delete: (key: string) => Promise<void>
}

export type DownloadDeps = {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  store: ChunkStore
  now: () => number
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
  /** Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `work` at this interval. Returns the function that stops it. */
  every: (ms: number, work: () => void) => () => void
  /** SHA-256 in hex; null where the browser cannot compute it. */
  digest: (part: Blob) => Promise<string | null>
  isOnline: () => boolean
  /** Limits the requests of all downloads of the page together. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  reportEvent: (event: Omit<BrowserEvent, 'id' | 'fileId'>) => void
}
