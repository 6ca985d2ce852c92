import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { chunkRange, chunksOf } from '#domain/uploads/chunk-size.ts'
import { megabyte, mostFileBytes, sessionLifetimeMs } from '#domain/uploads/limits.ts'
import type { UploadOptions } from '#domain/uploads/options.ts'

export type SessionStatus = 'active' | 'failed' | 'completed'

/** An upload as a device remembers it. Times are milliseconds. */
export type UploadSession = {
  sessionId: string
  fileName: string
  totalChunks: number
  chunkSize: number
  /** Which chunks the server has. */
  uploadedChunks: readonly number[]
  totalBytes: number
  uploadedBytes: number
  createdAt: number
  lastActivity: number
  fileMetadata: FileFacts
  uploadOptions: UploadOptions
  status: SessionStatus
  /** Why it failed, where it was not for want of a connection. */
  failure?: string | null
  /** The server has found that it is not what it was sent as: it never becomes a file, however often it is sent. */
  isRefused?: boolean
}

export type FileFacts = { type: string; size: number; lastModified: number }
type NamedFile = FileFacts & { name: string }

export function checkSize(bytes: number): void {
  if (bytes <= 0) throw new Refusal('file-empty')
  if (bytes > mostFileBytes) throw new Refusal('file-too-large', { values: { megabytes: Math.ceil(bytes / megabyte) } })
}

type Begun = { sessionId: string; file: NamedFile; chunkSize: number; options: UploadOptions; now: number }

export function begunSession({ sessionId, file, chunkSize, options, now }: Begun): UploadSession {
  checkSize(file.size)
  const { name, type, size, lastModified } = file
  return {
    sessionId,
    fileName: options.targetFilename || name,
    totalChunks: chunksOf(size, chunkSize),
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

/** The same file under another session, of which nothing has arrived yet. */
export const renewedSession = (former: UploadSession, sessionId: string, now: number): UploadSession => ({
  ...withChunks(former, [], now),
  ...{ sessionId, createdAt: now, status: 'active' },
})

/** Whether a refusal is about the session itself: it is over, another person's, or its file is deleted. */
export const isWithoutSession = ({ status, reason }: { status: number; reason?: string | undefined }): boolean =>
  status === 410 || (status === 404 && reason === ('upload-session-not-found' satisfies PlainReason))

const notWhatItSays = ['upload-not-audio', 'upload-not-zip', 'upload-not-picture'] satisfies PlainReason[]

/** Whether a refusal is about what the file is. */
export const isNoSuchFile = ({ reason }: { reason?: string | undefined }): boolean =>
  notWhatItSays.some((each) => each === reason)

/** The session once the server has these chunks, whatever was known before. */
export function withChunks(session: UploadSession, stored: Iterable<number>, now: number): UploadSession {
  const uploadedChunks = [...new Set(stored)]
    .filter((index) => index >= 0 && index < session.totalChunks)
    .sort((a, b) => a - b)
  const uploadedBytes = uploadedChunks.reduce((sum, index) => sum + chunkBytes(session, index), 0)
  return { ...session, uploadedChunks, uploadedBytes, lastActivity: now }
}

export const withChunk = (session: UploadSession, index: number, now: number): UploadSession =>
  withChunks(session, [...session.uploadedChunks, index], now)

export const withStatus = (session: UploadSession, status: SessionStatus, now: number): UploadSession => ({
  ...session,
  status,
  lastActivity: now,
})

/** Whoever goes on with it leaves that behind. */
export const failureOf = ({ status, failure }: UploadSession): string | null =>
  status === 'failed' ? (failure ?? null) : null

export function chunkBytes({ chunkSize, totalBytes }: UploadSession, index: number): number {
  const { from, to } = chunkRange(index, chunkSize, totalBytes)
  return to - from
}

export function missingChunks({ totalChunks, uploadedChunks }: UploadSession): number[] {
  const there = new Set(uploadedChunks)
  return Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !there.has(index))
}

export const isExpired = ({ lastActivity }: UploadSession, now: number): boolean =>
  now - lastActivity > sessionLifetimeMs

/** Worth taking up again: something has arrived, it is not done, and it was alive within a day. */
export const isRecoverable = (session: UploadSession, now: number): boolean =>
  session.status !== 'completed' && session.uploadedChunks.length > 0 && !isExpired(session, now)

/** Some file systems keep the time less exactly than others. */
const sameMoment = (one: number, other: number) => Math.abs(one - other) < 1_000

/**
 * Whether this is the file that a session was about. What is sent under a name that it was given is known by that name:
 * its own may be any.
 */
export const isFileOf = (
  { fileName, fileMetadata, uploadOptions }: UploadSession,
  file: NamedFile,
  { targetFilename }: UploadOptions = uploadOptions,
): boolean =>
  fileName === (targetFilename || file.name) &&
  fileMetadata.size === file.size &&
  sameMoment(fileMetadata.lastModified, file.lastModified)

/** Goes on with a file only if it is what it was. */
export function checkUnchanged(session: UploadSession, file: NamedFile): void {
  if (!isFileOf(session, file)) throw new Refusal('file-changed')
}
