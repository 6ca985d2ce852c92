export const downloadStates = ['ready', 'used-up', 'expired', 'withdrawn'] as const
export type DownloadState = (typeof downloadStates)[number]

type Right = { downloadsUsed: number; downloadsAllowed: number; expiresAt: Date; revokedAt: Date | null }

/** What the right to a download is worth now. One that was taken back is that before anything else. */
export function downloadState(
  { downloadsUsed, downloadsAllowed, expiresAt, revokedAt }: Right,
  now: Date,
): DownloadState {
  if (revokedAt) return 'withdrawn'
  if (expiresAt <= now) return 'expired'
  return downloadsUsed >= downloadsAllowed ? 'used-up' : 'ready'
}
