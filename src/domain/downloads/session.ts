import { chunkBytesFor, savedForMs } from '#domain/downloads/limits.ts'
import type { Range } from '#domain/files/range.ts'

export const sessionStates = ['in progress', 'paused', 'complete', 'error'] as const
export type SessionState = (typeof sessionStates)[number]

/** What a browser remembers of a download, beside the chunks that have arrived. */
export type DownloadSession = {
  /** Of the right and the file: it stays when the link is a new one. */
  key: string
  etag: string
  bytes: number
  state: SessionState
  /** How long it took so far, without pauses. */
  receivingMs: number
  /** In milliseconds since 1970. */
  savedAt: number
  /** Once it is complete: whether its bytes were checked, and whether somebody has taken it out of the browser. */
  isVerified?: boolean
  isTaken?: boolean
}

type Fetched = { bytes: number; etag: string }

/** Chunk by chunk, in their order. */
export function chunksOf({ bytes }: Pick<Fetched, 'bytes'>): Range[] {
  const size = chunkBytesFor(bytes)
  const count = Math.ceil(bytes / size)
  return Array.from({ length: count }, (_, at) => ({ from: at * size, to: Math.min(bytes, (at + 1) * size) - 1 }))
}

/** Seven days, also when the clock of the device was set back since. */
export const isFresh = ({ savedAt }: Pick<DownloadSession, 'savedAt'>, now: number): boolean =>
  Math.abs(now - savedAt) < savedForMs

/** Whether what is remembered is of this very file, and not of one that has taken its place. */
export const isOf = (session: DownloadSession, file: Fetched, now: number): boolean =>
  session.etag === file.etag && session.bytes === file.bytes && isFresh(session, now)
