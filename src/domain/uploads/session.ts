import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { chunkCount, chunkRange } from '#domain/uploads/chunk-size.ts'
import type { FileType } from '#domain/uploads/file-types.ts'
import { maxFileBytes, megabyte, sessionLifetimeMs } from '#domain/uploads/limits.ts'

export type UploadOptions = {
  websiteId: string
  productId: string
  fileType: FileType
  productName?: string
  artist?: string
  trackTitle?: string
  trackNumber?: number
  isAlbum?: boolean
  /** For an archive made in the browser: the hash of the tracks it was made of. */
  madeFrom?: string
  /** The target name; the file's own name by default. */
  targetFilename?: string
  chunkSize?: number
  /** Sends one chunk at a time, whatever the connection allows. */
  sequentialMode?: boolean
  delayBetweenChunks?: number
  /** Stores the session on this device, so that it can be resumed; true by default. */
  enablePersistence?: boolean
}

export type UploadSessionStatus = 'active' | 'failed' | 'completed'

/** An upload as the browser stores it. Times are in milliseconds. */
export type UploadSession = {
  sessionId: string
  fileName: string
  totalChunks: number
  chunkSize: number
  /** Indexes of the chunks that the server has. */
  uploadedChunks: readonly number[]
  totalBytes: number
  uploadedBytes: number
  createdAt: number
  lastActivity: number
  fileMetadata: FileMetadata
  uploadOptions: UploadOptions
  status: UploadSessionStatus
  /** Why it failed, unless the connection was lost. */
  failure?: string | null
  /** The server has refused its type: sending it again would not help. */
  isRefused?: boolean
}

export type FileMetadata = { type: string; size: number; lastModified: number }
type NamedFile = FileMetadata & { name: string }

export function assertFileSize(bytes: number): void {
  if (bytes <= 0) throw new Refusal('file-empty')
  if (bytes > maxFileBytes) throw new Refusal('file-too-large', { values: { megabytes: Math.ceil(bytes / megabyte) } })
}

type NewSessionOptions = { sessionId: string; file: NamedFile; chunkSize: number; options: UploadOptions; now: number }

export function createUploadSession({ sessionId, file, chunkSize, options, now }: NewSessionOptions): UploadSession {
  assertFileSize(file.size)
  const { name, type, size, lastModified } = file
  return {
    sessionId,
    fileName: options.targetFilename || name,
    totalChunks: chunkCount(size, chunkSize),
    chunkSize,
    uploadedChunks: [],
    totalBytes: size,
    uploadedBytes: 0,
    createdAt: now,
    lastActivity: now,
    fileMetadata: { type, size, lastModified },
    uploadOptions: options,
    status: 'active',
  }
}

/** The same file under a new session without chunks. */
export const renewSession = (former: UploadSession, sessionId: string, now: number): UploadSession => ({
  ...setUploadedChunks(former, [], now),
  sessionId,
  createdAt: now,
  status: 'active',
})

/** Whether the server refuses the session itself: it expired, belongs to another user, or its file is deleted. */
export const isSessionLost = ({ status, reason }: { status: number; reason?: string | undefined }): boolean =>
  status === 410 || (status === 404 && reason === ('upload-session-not-found' satisfies PlainReason))

const wrongTypeReasons = ['upload-not-audio', 'upload-not-zip', 'upload-not-picture'] satisfies PlainReason[]

/** Whether the server refuses the type of the file. */
export const isTypeRefused = ({ reason }: { reason?: string | undefined }): boolean =>
  wrongTypeReasons.some((each) => each === reason)

/** The session with exactly these chunks on the server. */
export function setUploadedChunks(session: UploadSession, stored: Iterable<number>, now: number): UploadSession {
  const uploadedChunks = [...new Set(stored)]
    .filter((index) => index >= 0 && index < session.totalChunks)
    .sort((a, b) => a - b)
  const uploadedBytes = uploadedChunks.reduce((sum, index) => sum + chunkBytesAt(session, index), 0)
  return { ...session, uploadedChunks, uploadedBytes, lastActivity: now }
}

export const addUploadedChunk = (session: UploadSession, index: number, now: number): UploadSession =>
  setUploadedChunks(session, [...session.uploadedChunks, index], now)

export const setSessionStatus = (session: UploadSession, status: UploadSessionStatus, now: number): UploadSession => ({
  ...session,
  status,
  lastActivity: now,
})

/** Resuming an upload clears its failure. */
export const sessionFailure = ({ status, failure }: UploadSession): string | null =>
  status === 'failed' ? (failure ?? null) : null

export function chunkBytesAt({ chunkSize, totalBytes }: UploadSession, index: number): number {
  const { from, to } = chunkRange(index, chunkSize, totalBytes)
  return to - from
}

export function missingChunks({ totalChunks, uploadedChunks }: UploadSession): number[] {
  const there = new Set(uploadedChunks)
  return Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !there.has(index))
}

export const isSessionExpired = ({ lastActivity }: UploadSession, now: number): boolean =>
  now - lastActivity > sessionLifetimeMs

/** Whether an upload can be resumed: it has chunks on the server, is not complete, and was active within a day. */
export const isSessionResumable = (session: UploadSession, now: number): boolean =>
  session.status !== 'completed' && session.uploadedChunks.length > 0 && !isSessionExpired(session, now)

/** Some file systems store times with less precision. */
const isSameFileTime = (one: number, other: number) => Math.abs(one - other) < 1_000

/** Whether this is the file of a session. A renamed upload is compared by its target name. */
export const isFileOfSession = (
  { fileName, fileMetadata, uploadOptions }: UploadSession,
  file: NamedFile,
  { targetFilename }: UploadOptions = uploadOptions,
): boolean =>
  fileName === (targetFilename || file.name) &&
  fileMetadata.size === file.size &&
  isSameFileTime(fileMetadata.lastModified, file.lastModified)

/** Throws if the file is not the one of the session. */
export function assertFileOfSession(session: UploadSession, file: NamedFile): void {
  if (!isFileOfSession(session, file)) throw new Refusal('file-changed')
}
