import type { Bought } from '#api/site/downloads.ts'
import type { SentEvent } from '#domain/downloads/events.ts'
import type { DownloadSession, SessionState } from '#domain/downloads/session.ts'

export type FileToGet = Bought['files'][number]

/** How a download looks from outside. */
export type DownloadView = {
  /** Nobody has asked for it yet, or how it stands. */
  state: SessionState | 'none'
  /** All has arrived and is being looked at. */
  isChecking: boolean
  bytes: number
  bytesPerSecond: number | null
  secondsLeft: number | null
  /** Why it is paused or failed. */
  sentence: string | null
  /** Whether it goes on by itself when the network is back. */
  waitsForNetwork: boolean
  /** What has arrived, once it is all there: to be saved under its name. */
  file: Blob | null
  /** Null where this browser cannot tell. */
  isVerified: boolean | null
  /** It came on this visit: it is saved without asking. */
  isNew: boolean
}

/** Where a browser keeps what has arrived. */
export type ChunkStore = {
  session: (key: string) => Promise<DownloadSession | undefined>
  save: (session: DownloadSession) => Promise<void>
  /** Which chunks there are. */
  indexes: (key: string) => Promise<number[]>
  put: (key: string, index: number, chunk: Blob) => Promise<void>
  /** All of them, in their order. */
  chunks: (key: string) => Promise<Blob[]>
  drop: (key: string, index: number) => Promise<void>
  /** The chunks are gone; what is known of them stays. */
  clear: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
}

/** All that a download needs from the world around it. */
export type Surroundings = {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  store: ChunkStore
  now: () => number
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number
  /** Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Again and again, until what it returns is called. */
  every: (ms: number, work: () => void) => () => void
  /** SHA-256 in hexadecimal digits; null where the browser has none. */
  digest: (part: Blob) => Promise<string | null>
  isOnline: () => boolean
  /** Waits until few enough parts of this page are on their way. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  tell: (event: Omit<SentEvent, 'id' | 'fileId'>) => void
}
