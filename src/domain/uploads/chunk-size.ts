import {
  chunkedAboveBytes,
  maxChunkBytes,
  megabyte,
  minChunkBytes,
  standardChunkBytes,
} from '#domain/uploads/limits.ts'
import {
  averageSpeed,
  type ConnectionQuality,
  minSpeedsForPrediction,
  recommendedChunkBytes,
  type SpeedHistory,
} from '#domain/uploads/network.ts'

/** The share of the measured speed that a chunk is planned for. */
export const targetSpeedShare = 0.8
export const adaptationWindow = 10
/** Smaller differences do not change the chunk size. */
export const chunkSizeChangeThreshold = 0.15
/** The planned duration of a chunk. At the limits of the qualities it gives the recommended sizes. */
const chunkSeconds = 5

const clampChunkBytes = (bytes: number) => Math.min(maxChunkBytes, Math.max(minChunkBytes, bytes))

/** The chunk size for the next session, from the speed of the last chunks. A running session keeps its size. */
export function adaptedChunkBytes(current: number, speeds: SpeedHistory): number {
  const lately = speeds.slice(-adaptationWindow)
  const speed = averageSpeed(lately)
  if (speed === null || lately.length < minSpeedsForPrediction) return current
  const wanted = clampChunkBytes(Math.round((speed * targetSpeedShare * chunkSeconds) / megabyte) * megabyte)
  return Math.abs(wanted - current) / current > chunkSizeChangeThreshold ? wanted : current
}

type ChunkSizeOptions = {
  fileBytes: number
  /** Requested by the owner. */
  requested?: number | undefined
  quality?: ConnectionQuality | undefined
  /** Adapted to the speed of the last session. */
  adapted?: number | undefined
  /** The most that the memory allows. */
  bearable?: number | undefined
}

/** The chunk size of a file: one chunk up to 50 MB, else as requested, as adapted, or by the quality of the connection. */
export function uploadChunkBytes({
  fileBytes,
  requested,
  quality,
  adapted,
  bearable = maxChunkBytes,
}: ChunkSizeOptions): number {
  if (fileBytes <= chunkedAboveBytes) return Math.max(1, fileBytes)
  if (requested) return clampChunkBytes(requested)
  const fitting = adapted ?? (quality ? recommendedChunkBytes[quality] : standardChunkBytes)
  return clampChunkBytes(Math.min(fitting, bearable))
}

export const chunkCount = (fileBytes: number, chunkBytes: number): number =>
  Math.max(1, Math.ceil(fileBytes / chunkBytes))

/** The byte range of a chunk; `to` is exclusive. */
export const chunkRange = (index: number, chunkBytes: number, fileBytes: number) => ({
  from: index * chunkBytes,
  to: Math.min(fileBytes, (index + 1) * chunkBytes),
})
