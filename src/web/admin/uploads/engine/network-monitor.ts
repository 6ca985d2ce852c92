import { uiTexts } from '#domain/texts/ui.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { canFitIntoMemory, maxChunkBytesFor } from '#domain/uploads/browser-resources.ts'
import { adaptedChunkBytes, uploadChunkBytes } from '#domain/uploads/chunk-size.ts'
import { chunkedAboveBytes, standardChunkBytes } from '#domain/uploads/limits.ts'
import {
  addSentBytes,
  addSpeed,
  connectionQualityOf,
  emptyFlow,
  expectedSpeed,
  flowSpeed,
  hasBecomeTooSlow,
  isSpeedSufficient,
  maxSpeedTestMs,
  minSpeedsForPrediction,
  parallelChunksFor,
  type SentBytesFlow,
  type SpeedHistory,
  speedTestBytes,
} from '#domain/uploads/network.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import type { MemoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'

/** The speed of the connection and the state of the memory, and the limits that follow from them. */
export function createNetworkMonitor({ transport, now, isOnline }: EngineDeps, memory: MemoryMonitor) {
  let speeds: SpeedHistory = []
  let nextChunk: number | undefined
  const share = createSharedStopwatch(now)
  const flow = createFlowMonitor(now)
  const speed = () => expectedSpeed(speeds)
  const isKnownGood = () => speeds.length > 0 && isSpeedSufficient(speed()!)

  return {
    /**
     * Registers a chunk that is being sent. `moved` reports the sent bytes; `end` returns how long the chunk would have
     * taken alone on the connection.
     */
    beginChunk(bytes: number) {
      const end = share()
      const sending = flow.begin(bytes)
      return {
        moved: sending.moved,
        end: (): number => {
          sending.end()
          return end()
        },
      }
    },
    /** Whether the connection became too slow for large files while chunks are being sent; then only this speed counts. */
    hasBecomeTooSlow(): boolean {
      if (!flow.isTooSlow()) return false
      speeds = [flow.speed()!]
      return true
    },
    /** A chunk was received. `ms`: how long it would have taken alone on the connection. */
    noteChunk(bytes: number, ms: number): void {
      speeds = addSpeed(speeds, bytes, ms)
    },
    /** Adapts the chunk size of the next file to the speed of this one. */
    adapt(): void {
      nextChunk = adaptedChunkBytes(nextChunk ?? standardChunkBytes, speeds)
    },
    /** How many chunks may be sent at once. */
    concurrency(): number {
      const status = memory.status()
      if (status === 'critical' || status === 'danger') return 1
      const known = speed()
      return parallelChunksFor[known === null ? 'good' : connectionQualityOf(known)]
    },
    isTooSlow: () => speeds.length >= minSpeedsForPrediction && !isSpeedSufficient(speed()!),
    chunkFor(file: File, { chunkSize: requested }: UploadOptions): number {
      const known = speed()
      const quality = known === null ? undefined : connectionQualityOf(known)
      const bearable = maxChunkBytesFor(memory.status())
      return uploadChunkBytes({ fileBytes: file.size, requested, quality, adapted: nextChunk, bearable })
    },
    /** Measures the speed if it is unknown or was too slow at the last use. */
    async measure(file: File): Promise<void> {
      if (file.size <= chunkedAboveBytes || isKnownGood() || !isOnline()) return
      const began = now()
      const hasArrived = await transport.ping(speedTestBytes)
      const ms = Math.max(1, now() - began)
      if (hasArrived || ms >= maxSpeedTestMs) speeds = addSpeed([], speedTestBytes, ms)
    },
    /** Throws when an upload cannot start now. Small files may start on any connection. */
    check(file: File, chunkSize: number): void {
      if (!isOnline()) throw new Error(uiTexts.offline)
      if (memory.status() === 'danger' || !canFitIntoMemory(memory.used(), chunkSize))
        throw new Error(uploadTexts.memoryShort)
      const known = speed()
      if (file.size > chunkedAboveBytes && known !== null && !isSpeedSufficient(known))
        throw new Error(uploadTexts.networkUnsuitable)
    },
  }
}

export type NetworkMonitor = ReturnType<typeof createNetworkMonitor>

/**
 * Watches the bytes of all chunks as they are sent. A chunk that only waits for its answer says nothing about the
 * connection.
 */
export function createFlowMonitor(now: () => number) {
  let flow: SentBytesFlow = emptyFlow
  const unsent = new Set<object>()

  function drop(chunk: object): void {
    unsent.delete(chunk)
    if (!unsent.size) flow = { ...flow, since: null }
  }

  return {
    /** Registers a chunk that is being sent. */
    begin(bytes: number) {
      const chunk = {}
      let sent = 0
      unsent.add(chunk)
      flow = { ...flow, since: flow.since ?? now() }
      return {
        /** How many of its bytes were sent. */
        moved(total: number): void {
          if (total > sent) flow = addSentBytes(flow, now(), total - sent)
          sent = total
          if (sent >= bytes) drop(chunk)
        },
        end: () => drop(chunk),
      }
    },
    isTooSlow: () => hasBecomeTooSlow(flow, now()),
    speed: () => flowSpeed(flow, now()),
  }
}

/**
 * Measures the time that each chunk would have taken alone on the connection: while three are in transit, each gets a
 * third of the time. Returns a function that starts a chunk and returns the one that ends it.
 */
export function createSharedStopwatch(now: () => number): () => () => number {
  let measuredAt = now()
  let passed = 0
  let onTheirWay = 0

  function addSharedTime(): void {
    if (onTheirWay > 0) passed += (now() - measuredAt) / onTheirWay
    measuredAt = now()
  }

  return () => {
    addSharedTime()
    onTheirWay++
    const before = passed
    return () => {
      addSharedTime()
      onTheirWay--
      return passed - before
    }
  }
}
