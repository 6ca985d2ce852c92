export const megabyte = 1024 * 1024

export const maxFileBytes = 1024 * megabyte
/** Smaller files are sent as one chunk. */
export const chunkedAboveBytes = 50 * megabyte
export const standardChunkBytes = 10 * megabyte
export const minChunkBytes = megabyte
export const maxChunkBytes = 50 * megabyte

const hour = 3_600_000
/** An upload can be resumed for so long after its last activity; then browser and server delete it. */
export const sessionLifetimeMs = 24 * hour
export const cleanupEveryMs = 5 * 60_000
/** The interval at which a lost connection is probed. */
export const connectionProbeIntervalMs = 20_000

/** The default quota of a site for its files, including open uploads. */
export const standardQuotaGigabytes = 100
export const quotaBytes = (gigabytes: number): number => Math.floor(gigabytes * 1024 * megabyte)
/** More than an owner ever has under way. */
export const maxOpenSessions = 500

export const maxChunkMetrics = 500
export const maxMemorySnapshots = 100
export const snapshotEveryMs = 5_000

/** Appends to a list of limited length. */
export const appendLimited = <T>(list: readonly T[], next: T, max: number): T[] => [...list, next].slice(-max)

export const chunkRetries = 3
const firstDelayMs = 1_000
const maxDelayMs = 10_000

/** The delay before the first, second, … retry, in milliseconds. */
export const chunkRetryDelayMs = (retry: number): number => Math.min(maxDelayMs, firstDelayMs * 2 ** (retry - 1))

/** Whether a retry may succeed: no answer, or a busy server. */
export const isTemporaryStatus = (status: number): boolean =>
  status === 0 || status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 507)
