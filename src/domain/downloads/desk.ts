import type { DownloadEvent, FailureReason } from '#domain/downloads/events.ts'
import type { DownloadState } from '#domain/downloads/state.ts'

/** What an owner may do about the right to a download. */
export const downloadDeeds = ['extend', 'reset', 'withdraw', 'restore', 'resend'] as const
export type DownloadDeed = (typeof downloadDeeds)[number]

/** What was done about one, in the words of the log. */
export const rightDeeds = ['extended', 'counted_anew', 'withdrawn', 'restored'] as const
export const rightDeedWords: Record<(typeof rightDeeds)[number], string> = {
  extended: 'made to last longer',
  counted_anew: 'counted anew',
  withdrawn: 'withdrawn',
  restored: 'given back',
}

export const downloadSorts = ['created', 'expires', 'used', 'last'] as const
export type DownloadSort = (typeof downloadSorts)[number]

export const stateWords: Record<DownloadState, string> = {
  ready: 'Ready',
  'used-up': 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

const because: Record<FailureReason, string> = {
  connection: 'the connection was lost',
  unavailable: 'the site was down or busy',
  refused: 'it was refused: expired, used up or withdrawn',
  damaged: 'the file came damaged',
  'no-room': 'no room on the device',
  'file-missing': 'the file was not there',
}

/** Why downloads fail, each as the beginning of a line. */
export const failureWords = (reason: FailureReason): string =>
  because[reason].charAt(0).toUpperCase() + because[reason].slice(1)

const eventWord: Record<Exclude<DownloadEvent, 'failed'>, string> = {
  started: 'Begun',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Complete',
  verified: 'Received and checked',
}

export const downloadEventWords = ({ type, reason }: { type: DownloadEvent; reason: FailureReason | null }): string =>
  type === 'failed' ? `Failed${reason ? `: ${because[reason]}` : ''}` : eventWord[type]

/** What makes sense for a right in this state: nobody is sent a link that has ended, or to what was taken back. */
export function deedsFor(state: DownloadState): DownloadDeed[] {
  if (state === 'withdrawn') return ['restore']
  const changes: DownloadDeed[] = ['extend', 'reset', 'withdraw']
  return state === 'expired' ? changes : ['resend', ...changes]
}
