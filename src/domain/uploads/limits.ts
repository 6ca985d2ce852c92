export const megabyte = 1024 * 1024

export const mostFileBytes = 1024 * megabyte
/** Up to this size a file goes as one chunk. */
export const chunkedAboveBytes = 50 * megabyte
export const standardChunkBytes = 10 * megabyte
export const leastChunkBytes = megabyte
export const mostChunkBytes = 50 * megabyte

const hour = 3_600_000
/** So long after its last sign of life an upload can be taken up again; then it is forgotten, here and there. */
export const sessionLifetimeMs = 24 * hour
export const cleanupEveryMs = 5 * 60_000
/** How often it is tried whether a lost connection is back. */
export const probeEveryMs = 20_000

/** What a site's files for sale may take in all, the ones on their way included, unless the site says otherwise. */
export const standardQuotaGigabytes = 100
export const quotaBytes = (gigabytes: number): number => Math.floor(gigabytes * 1024 * megabyte)
/** More than an owner ever has under way. */
export const mostOpenSessions = 500

export const metricsKept = 500
export const snapshotsKept = 100
export const snapshotEveryMs = 5_000

/** Adds to a list that forgets its oldest. */
export const kept = <T>(list: readonly T[], next: T, most: number): T[] => [...list, next].slice(-most)
