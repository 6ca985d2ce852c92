import { expect, test } from 'vitest'
import {
  localStorageBudgetBytes,
  localStoragePreferredBelow,
  maxMemoryAlerts,
  memoryCheckMs,
  memoryLimits,
  suggestedChunkBytes,
} from '#domain/uploads/browser-resources.ts'
import { adaptationWindow, chunkSizeChangeThreshold, targetSpeedShare } from '#domain/uploads/chunk-size.ts'
import * as limits from '#domain/uploads/limits.ts'
import { chunkRetries, chunkRetryDelayMs } from '#domain/uploads/limits.ts'
import {
  maxSpeedHistory,
  minPredictionConfidence,
  minSpeedsForPrediction,
  parallelChunksFor,
  recommendedChunkBytes,
} from '#domain/uploads/network.ts'

const MB = 1_048_576

// Typed from the specification (B9) a second time.
test.each([
  ['largest file', limits.maxFileBytes, 1_073_741_824],
  ['chunked above', limits.chunkedAboveBytes, 52_428_800],
  ['standard chunk', limits.standardChunkBytes, 10_485_760],
  ['smallest chunk', limits.minChunkBytes, MB],
  ['largest chunk', limits.maxChunkBytes, 50 * MB],
  ['chunk retries', chunkRetries, 3],
  ['delays', [1, 2, 3, 4, 5, 6].map(chunkRetryDelayMs), [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
  ['concurrency', parallelChunksFor, { poor: 1, fair: 2, good: 3, excellent: 4 }],
  ['recommended chunks', recommendedChunkBytes, { poor: MB, fair: 2 * MB, good: 10 * MB, excellent: 25 * MB }],
  ['confidence', minPredictionConfidence, 0.6],
  ['cleanup', limits.cleanupEveryMs, 5 * 60 * 1_000],
  ['lifetime of a session', limits.sessionLifetimeMs, 24 * 60 * 60 * 1_000],
  ['local storage', [localStorageBudgetBytes, localStoragePreferredBelow], [5 * MB, 0.8]],
  ['metrics', limits.maxChunkMetrics, 500],
  ['memory snapshots', [limits.maxMemorySnapshots, limits.snapshotEveryMs], [100, 5_000]],
  ['speed history', [maxSpeedHistory, minSpeedsForPrediction], [10, 3]],
  ['adaptation', [targetSpeedShare, adaptationWindow, chunkSizeChangeThreshold], [0.8, 10, 0.15]],
  ['memory', memoryLimits, { warning: 250 * MB, critical: 350 * MB, max: 500 * MB }],
  ['memory check', memoryCheckMs, 2_000],
  ['suggested chunks', Object.values(suggestedChunkBytes), [10 * MB, 5 * MB, MB, MB]],
  ['memory alerts', maxMemoryAlerts, 20],
])('the upload limit matches the specification: %s', (_, ours, theirs) => expect(ours).toEqual(theirs))
