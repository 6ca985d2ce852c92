export const downloadStates = ['ready', 'used-up', 'expired', 'withdrawn'] as const
export type DownloadState = (typeof downloadStates)[number]

type Right = {
  /** How often whichever of its files was taken least has come whole: as long as one can be had, so can the right. */
  used: number
  downloadsAllowed: number
  expiresAt: Date
  revokedAt: Date | null
}

/** What the right to a download is worth now. One that was taken back is that before anything else. */
export function downloadState(right: Right, now: Date): DownloadState {
  if (right.revokedAt) return 'withdrawn'
  if (hasExpired(right, now)) return 'expired'
  return leftOf(right) === 0 ? 'used-up' : 'ready'
}

/** It lasts up to this moment, not beyond it. */
export const hasExpired = ({ expiresAt }: Pick<Right, 'expiresAt'>, now: Date): boolean => expiresAt <= now

/** How often it can still be had. */
export const leftOf = ({ used, downloadsAllowed }: Pick<Right, 'used' | 'downloadsAllowed'>): number =>
  Math.max(0, downloadsAllowed - used)
