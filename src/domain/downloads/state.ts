export const downloadStates = ['ready', 'used-up', 'expired', 'withdrawn'] as const
export type DownloadState = (typeof downloadStates)[number]

type Right = {
  /** Complete downloads of the file that was downloaded least: the right lasts until all of its files are used up. */
  used: number
  downloadsAllowed: number
  expiresAt: Date
  revokedAt: Date | null
}

/** The state of a download right. Withdrawn comes before expired and used up. */
export function downloadState(right: Right, now: Date): DownloadState {
  if (right.revokedAt) return 'withdrawn'
  if (hasExpired(right, now)) return 'expired'
  return downloadsLeft(right) === 0 ? 'used-up' : 'ready'
}

/** `expiresAt` is the first moment at which it is expired. */
export const hasExpired = ({ expiresAt }: Pick<Right, 'expiresAt'>, now: Date): boolean => expiresAt <= now

export const downloadsLeft = ({ used, downloadsAllowed }: Pick<Right, 'used' | 'downloadsAllowed'>): number =>
  Math.max(0, downloadsAllowed - used)

/** What an administrator can do with a download right. */
export const downloadActions = ['extend', 'reset', 'withdraw', 'restore', 'resend'] as const
export type DownloadAction = (typeof downloadActions)[number]

/** The same in the activity log, where these values are stored. */
export const loggedRightActions = ['extended', 'counted_anew', 'withdrawn', 'restored'] as const
export const loggedRightActionLabels: Record<(typeof loggedRightActions)[number], string> = {
  extended: 'made to last longer',
  counted_anew: 'counted anew',
  withdrawn: 'withdrawn',
  restored: 'given back',
}

export const downloadSorts = ['created', 'expires', 'used', 'last'] as const
export type DownloadSort = (typeof downloadSorts)[number]

export const downloadStateLabels: Record<DownloadState, string> = {
  ready: 'Ready',
  'used-up': 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** The actions that make sense in this state: a link that has expired or was withdrawn is not sent again. */
export function actionsFor(state: DownloadState): DownloadAction[] {
  if (state === 'withdrawn') return ['restore']
  const changes: DownloadAction[] = ['extend', 'reset', 'withdraw']
  return state === 'expired' ? changes : ['resend', ...changes]
}
