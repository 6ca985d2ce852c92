import type { UploadOptions, UploadSession } from '#domain/uploads/session.ts'

/** The answer to a chunk; the status is 0 without an answer. */
export type ChunkReply = {
  status: number
  error?: string | undefined
  /** The reason of a refusal. */
  reason?: string | undefined
  /** How many chunks of the file the server has. */
  received?: number | undefined
  /** Present once the file is complete. */
  path?: string | null | undefined
  filename?: string | undefined
  fileId?: string | null | undefined
}

export type ChunkToSend = {
  session: UploadSession
  index: number
  chunk: Blob
  sha256: string | null
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** The state of a session on the server. */
export type StoredProgress = { uploadedChunks: number[]; fileId: string | null }

/** Sends requests to the upload API. Network errors do not throw; only an abort does. */
export type Transport = {
  send: (chunk: ChunkToSend) => Promise<ChunkReply>
  /** Which chunks the server has; null when it knows nothing of the session. */
  stored: (sessionId: string) => Promise<StoredProgress | null>
  /** Cancels it, unless it has become a file. */
  cancel: (sessionId: string) => Promise<'given-up' | 'is-a-file'>
  /** Sends bytes to measure the speed. False when they were not received within `maxSpeedTestMs`. */
  ping: (bytes: number) => Promise<boolean>
}

/** Where sessions are stored. */
export type SessionStore = {
  all: () => Promise<UploadSession[]>
  put: (session: UploadSession) => Promise<void>
  remove: (sessionId: string) => Promise<void>
}

/** The environment of the upload engine. */
export type EngineDeps = {
  transport: Transport
  store: SessionStore
  now: () => number
  /** Resolves after so many milliseconds, or at once when it is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  newId: () => string
  /** Marks the session as held by this tab, for all tabs of this browser; returns the function that releases it. */
  hold: (sessionId: string) => () => Promise<void>
  /** Whether a tab holds it, this one included. */
  isHeld: (sessionId: string) => Promise<boolean>
  /** Runs the work alone: no other tab of this browser runs work of this name meanwhile. */
  inTurn: <T>(name: string, work: () => Promise<T>) => Promise<T>
  isOnline: () => boolean
  onOnlineChange: (listener: (isOnline: boolean) => void) => () => void
  /** In bytes; null where the browser does not report it. */
  usedMemory: () => number | null
  /** In hexadecimal; null where the browser cannot compute it. */
  sha256: (chunk: Blob) => Promise<string | null>
  /** Calls at an interval; returns the function that stops it. */
  every: (ms: number, work: () => void) => () => void
}

export type UploadState = 'waiting' | 'uploading' | 'paused' | 'failed' | 'completed' | 'needs-file'

/** An upload as a screen shows it. */
export type UploadView = {
  sessionId: string
  fileName: string
  totalBytes: number
  /** Stored chunks and chunks being sent. */
  sentBytes: number
  state: UploadState
  /** Why it is paused or failed. */
  sentence: string | null
  /** Also before a reload of the page, after which its file has to be chosen again. */
  hasFailed: boolean
  /** It is empty, too large or of the wrong type: it never becomes a file of the product. */
  isRefused: boolean
  bytesPerSecond: number | null
  secondsLeft: number | null
  fileId: string | null
  options: UploadOptions
}

export type ChunkMetric = {
  at: number
  sessionId: string
  index: number
  bytes: number
  ms: number
  /** How often it was sent. */
  tries: number
  status: number
}
