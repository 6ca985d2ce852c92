import {
  chunkedAboveBytes,
  leastChunkBytes,
  megabyte,
  mostChunkBytes,
  standardChunkBytes,
} from '#domain/uploads/limits.ts'
import { type Quality, recommendedChunk } from '#domain/uploads/network.ts'
import { averageSpeed, fewestSpeeds, type SpeedHistory } from '#domain/uploads/speed.ts'

/** Of what the line carries, so much is used for a chunk. */
export const targetUse = 0.8
export const adaptationWindow = 10
/** A smaller difference is not worth a change. */
export const changeThreshold = 0.15
/** How long a chunk is on its way: at the speeds that divide the qualities this comes to the sizes recommended there. */
const chunkSeconds = 5

const within = (bytes: number) => Math.min(mostChunkBytes, Math.max(leastChunkBytes, bytes))

/** The size for the next session, from how fast the last chunks went; one that is under way keeps its own. */
export function adaptedChunk(current: number, speeds: SpeedHistory): number {
  const lately = speeds.slice(-adaptationWindow)
  const speed = averageSpeed(lately)
  if (speed === null || lately.length < fewestSpeeds) return current
  const wanted = within(Math.round((speed * targetUse * chunkSeconds) / megabyte) * megabyte)
  return Math.abs(wanted - current) / current > changeThreshold ? wanted : current
}

type Known = {
  fileBytes: number
  /** What the owner wants. */
  asked?: number | undefined
  quality?: Quality | undefined
  /** What was found for the last session. */
  adapted?: number | undefined
  /** What the memory bears. */
  bearable?: number | undefined
}

/** How a file is cut: at most 50 MB in one piece; then as asked, as adapted, or as the line seems to be. */
export function chunkBytesFor({ fileBytes, asked, quality, adapted, bearable = mostChunkBytes }: Known): number {
  if (fileBytes <= chunkedAboveBytes) return Math.max(1, fileBytes)
  if (asked) return within(asked)
  const fitting = adapted ?? (quality ? recommendedChunk[quality] : standardChunkBytes)
  return within(Math.min(fitting, bearable))
}

export const chunksOf = (fileBytes: number, chunkBytes: number): number =>
  Math.max(1, Math.ceil(fileBytes / chunkBytes))

/** Where a chunk begins and ends in its file. */
export const chunkRange = (index: number, chunkBytes: number, fileBytes: number) => ({
  from: index * chunkBytes,
  to: Math.min(fileBytes, (index + 1) * chunkBytes),
})
