/**
 * Events of a download. The server records `started`, `completed` and `failed` with `file-missing`, because it counts the
 * bytes that it serves. The browser reports the others.
 */
export const downloadEventSchemas = ['started', 'paused', 'resumed', 'completed', 'verified', 'failed'] as const
export type DownloadEvent = (typeof downloadEventSchemas)[number]

/** Why a download failed. */
export const failureReasons = ['connection', 'unavailable', 'refused', 'damaged', 'no-room', 'file-missing'] as const
export type FailureReason = (typeof failureReasons)[number]

/** What a browser may report. */
export const browserEventTypes = ['paused', 'resumed', 'verified', 'failed'] as const satisfies DownloadEvent[]
export const browserFailureReasons = [
  'connection',
  'unavailable',
  'refused',
  'damaged',
  'no-room',
] as const satisfies FailureReason[]

/** An event as the browser sends it. Because of its id, a repeated event counts once. */
export type BrowserEvent = {
  id: string
  fileId: string
  type: (typeof browserEventTypes)[number]
  reason?: (typeof browserFailureReasons)[number] | undefined
  /** With `verified`: the time it took to receive the file, without pauses. */
  durationMs?: number | undefined
}

/** 10 Gbit/s: no buyer has a faster connection. */
const maxBytesPerMs = 1_250_000
const maxMs = 7 * 24 * 3_600_000

/** Whether an event about a file of this size can be true. Others would falsify the analytics. */
export function isPlausibleDownloadEvent({ type, reason, durationMs }: BrowserEvent, fileBytes: number): boolean {
  if ((type === 'failed') !== (reason !== undefined)) return false
  if (type !== 'verified') return durationMs === undefined
  return durationMs !== undefined && durationMs >= Math.max(1, fileBytes / maxBytesPerMs) && durationMs <= maxMs
}

const failureTexts: Record<FailureReason, string> = {
  connection: 'the connection was lost',
  unavailable: 'the site was down or busy',
  refused: 'it was refused: expired, used up or withdrawn',
  damaged: 'the file arrived damaged',
  'no-room': 'not enough space on the device',
  'file-missing': 'the file was missing',
}

export const failureLabel = (reason: FailureReason): string =>
  failureTexts[reason].charAt(0).toUpperCase() + failureTexts[reason].slice(1)

const eventLabels: Record<Exclude<DownloadEvent, 'failed'>, string> = {
  started: 'Started',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Complete',
  verified: 'Received and checked',
}

export const downloadEventLabel = ({ type, reason }: { type: DownloadEvent; reason: FailureReason | null }): string =>
  type === 'failed' ? `Failed${reason ? `: ${failureTexts[reason]}` : ''}` : eventLabels[type]
