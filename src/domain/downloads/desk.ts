import type { DownloadEvent, FailureReason } from '#domain/downloads/events.ts'
import type { DownloadState } from '#domain/downloads/state.ts'

/** What an owner may do about the right to a download. */
export const downloadDeeds = ['extend', 'reset', 'withdraw', 'restore', 'resend'] as const
export type DownloadDeed = (typeof downloadDeeds)[number]

export const downloadSorts = ['created', 'expires', 'used', 'last'] as const
export type DownloadSort = (typeof downloadSorts)[number]

export const stateWords: Record<DownloadState, string> = {
  ready: 'Ready',
  'used-up': 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

const failedBecause: Record<FailureReason, string> = {
  connection: 'the connection was lost',
  refused: 'it was refused',
  damaged: 'the file came damaged',
  'no-room': 'there was no room for it',
  'file-missing': 'the file was not there',
}

const eventWord: Record<Exclude<DownloadEvent, 'failed'>, string> = {
  started: 'Begun',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Complete',
  verified: 'Received and checked',
}

export const downloadEventWords = ({ type, reason }: { type: DownloadEvent; reason: FailureReason | null }): string =>
  type === 'failed' ? `Failed${reason ? `: ${failedBecause[reason]}` : ''}` : eventWord[type]

/** What makes sense for a right in this state: nobody can be written to about what was taken back. */
export const deedsFor = (state: DownloadState): DownloadDeed[] =>
  state === 'withdrawn' ? ['restore'] : ['resend', 'extend', 'reset', 'withdraw']
