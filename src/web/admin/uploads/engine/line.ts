import { uiTexts } from '#domain/texts/ui.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { adaptedChunk, chunkBytesFor } from '#domain/uploads/chunk-size.ts'
import { chunkedAboveBytes, standardChunkBytes } from '#domain/uploads/limits.ts'
import { bearableChunk, hasRoomFor } from '#domain/uploads/memory.ts'
import { concurrencyOf, isSuitable, longestPingMs, pingBytes, qualityOf } from '#domain/uploads/network.ts'
import type { UploadOptions } from '#domain/uploads/options.ts'
import { expectedSpeed, fewestSpeeds, type SpeedHistory, withSpeed } from '#domain/uploads/speed.ts'
import { watchFlow } from '#web/admin/uploads/engine/flow.ts'
import type { MemoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'
import { sharedTime } from '#web/admin/uploads/engine/shared-time.ts'
import type { Surroundings } from '#web/admin/uploads/engine/types.ts'

/** What is known of the line and of the browser's memory, and what follows from it. */
export function watchLine({ transport, now, isOnline }: Surroundings, memory: MemoryMonitor) {
  let speeds: SpeedHistory = []
  let nextChunk: number | undefined
  const share = sharedTime(now)
  const flow = watchFlow(now)
  const speed = () => expectedSpeed(speeds)
  const isKnownGood = () => speeds.length > 0 && isSuitable(speed()!)

  return {
    /**
     * Whenever a chunk of so many bytes goes on its way, of whichever file. What comes back hears how many have left, and
     * says at the end how long the line would have had it alone.
     */
    setOut(bytes: number) {
      const end = share()
      const way = flow.begin(bytes)
      return {
        moved: way.moved,
        end: (): number => {
          way.end()
          return end()
        },
      }
    },
    /** Whether the line has become too slow for large files while chunks are on their way; then that is what is known of it. */
    hasBecomeTooSlow(): boolean {
      if (!flow.isTooSlow()) return false
      speeds = [flow.speed()!]
      return true
    },
    /** A chunk has arrived, for which the line would have needed so long alone. */
    noteChunk(bytes: number, ms: number): void {
      speeds = withSpeed(speeds, bytes, ms)
    },
    /** The next file is cut by what this one has taught. */
    adapt(): void {
      nextChunk = adaptedChunk(nextChunk ?? standardChunkBytes, speeds)
    },
    /** How many chunks may be on their way at once. */
    concurrency(): number {
      const status = memory.status()
      if (status === 'critical' || status === 'danger') return 1
      const known = speed()
      return concurrencyOf[known === null ? 'good' : qualityOf(known)]
    },
    isTooSlow: () => speeds.length >= fewestSpeeds && !isSuitable(speed()!),
    chunkFor(file: File, { chunkSize: asked }: UploadOptions): number {
      const known = speed()
      const quality = known === null ? undefined : qualityOf(known)
      const bearable = bearableChunk(memory.status())
      return chunkBytesFor({ fileBytes: file.size, asked, quality, adapted: nextChunk, bearable })
    },
    /** Sees how fast the line is, where that matters: not known yet, or too slow when it was last used. */
    async measure(file: File): Promise<void> {
      if (file.size <= chunkedAboveBytes || isKnownGood() || !isOnline()) return
      const began = now()
      const hasArrived = await transport.ping(pingBytes)
      const ms = Math.max(1, now() - began)
      if (hasArrived || ms >= longestPingMs) speeds = withSpeed([], pingBytes, ms)
    },
    /** Throws for what cannot be begun now. Small files are worth a try on any line. */
    check(file: File, chunkSize: number): void {
      if (!isOnline()) throw new Error(uiTexts.offline)
      if (memory.status() === 'danger' || !hasRoomFor(memory.used(), chunkSize))
        throw new Error(uploadTexts.memoryShort)
      const known = speed()
      if (file.size > chunkedAboveBytes && known !== null && !isSuitable(known))
        throw new Error(uploadTexts.networkUnsuitable)
    },
  }
}

export type Line = ReturnType<typeof watchLine>
