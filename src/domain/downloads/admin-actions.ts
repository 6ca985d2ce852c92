import type { DownloadState } from '#domain/downloads/state.ts'

// Apart from `state.ts`: the scripts of every page hold the states, and only the admin area needs these labels.

/** What an administrator can do with a download right. */
export const downloadActions = ['extend', 'reset', 'withdraw', 'restore', 'resend'] as const
export type DownloadAction = (typeof downloadActions)[number]

/** The same in the activity log, where these values are stored. */
export const loggedDownloadActions = ['extended', 'counted_anew', 'withdrawn', 'restored'] as const
export const loggedDownloadActionLabels: Record<(typeof loggedDownloadActions)[number], string> = {
  extended: 'extended',
  counted_anew: 'reset',
  withdrawn: 'withdrawn',
  restored: 'restored',
}

const downloadSorts = ['created', 'expires', 'used', 'last'] as const
export type DownloadSort = (typeof downloadSorts)[number]

export const downloadStateLabels: Record<DownloadState, string> = {
  ready: 'Ready',
  'used-up': 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** The actions that make sense in this state: a link that has expired or was withdrawn is not sent again. */
export function availableDownloadActions(state: DownloadState): DownloadAction[] {
  if (state === 'withdrawn') return ['restore']
  const changes: DownloadAction[] = ['extend', 'reset', 'withdraw']
  return state === 'expired' ? changes : ['resend', ...changes]
}
