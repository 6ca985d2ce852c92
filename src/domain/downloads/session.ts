import { downloadChunkBytes, storedDownloadLifetimeMs } from '#domain/downloads/limits.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'

export const downloadSessionStates = ['in progress', 'paused', 'complete', 'error'] as const
export type DownloadSessionState = (typeof downloadSessionStates)[number]

/** What the browser stores of a download beside its chunks. */
export type DownloadSession = {
  /** The ids of the right and of the file: it stays the same when the link is replaced. */
  key: string
  etag: string
  bytes: number
  state: DownloadSessionState
  /** The time that it has taken so far, without pauses. */
  receivingMs: number
  /** In milliseconds since 1970. */
  savedAt: number
  /** Once it is complete: whether its hashes were compared, and whether the buyer has saved the file. */
  isVerified?: boolean
  isTaken?: boolean
}

type RemoteFile = { bytes: number; etag: string }

/** The ranges of all chunks, in order. */
export function downloadChunks({ bytes }: Pick<RemoteFile, 'bytes'>): ByteRange[] {
  const size = downloadChunkBytes(bytes)
  const count = Math.ceil(bytes / size)
  return Array.from({ length: count }, (_, at) => ({ from: at * size, to: Math.min(bytes, (at + 1) * size) - 1 }))
}

/** Younger than seven days, also if the clock of the device was set back. */
export const isDownloadSessionFresh = ({ savedAt }: Pick<DownloadSession, 'savedAt'>, now: number): boolean =>
  Math.abs(now - savedAt) < storedDownloadLifetimeMs

/** Whether the session is for this version of the file, and not for one that was replaced. */
export const isSessionOfFileVersion = (session: DownloadSession, file: RemoteFile, now: number): boolean =>
  session.etag === file.etag && session.bytes === file.bytes && isDownloadSessionFresh(session, now)
