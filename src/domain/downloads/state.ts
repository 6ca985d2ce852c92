export const downloadStates = ['ready', 'used-up', 'expired', 'withdrawn'] as const
export type DownloadState = (typeof downloadStates)[number]

type RightFacts = {
  /** Complete downloads of the file that was downloaded least: the right lasts until all of its files are used up. */
  used: number
  downloadsAllowed: number
  expiresAt: Date
  revokedAt: Date | null
}

/** The state of a download right. Withdrawn comes before expired and used up. */
export function downloadState(right: RightFacts, now: Date): DownloadState {
  if (right.revokedAt) return 'withdrawn'
  if (hasDownloadRightExpired(right, now)) return 'expired'
  return downloadsLeft(right) === 0 ? 'used-up' : 'ready'
}

/** `expiresAt` is the first moment at which it is expired. */
export const hasDownloadRightExpired = ({ expiresAt }: Pick<RightFacts, 'expiresAt'>, now: Date): boolean =>
  expiresAt <= now

export const downloadsLeft = ({ used, downloadsAllowed }: Pick<RightFacts, 'used' | 'downloadsAllowed'>): number =>
  Math.max(0, downloadsAllowed - used)
