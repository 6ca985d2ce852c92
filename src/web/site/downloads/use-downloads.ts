import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import type { BrowserEvent } from '#domain/downloads/events.ts'
import { maxParallelRanges } from '#domain/downloads/limits.ts'
import { randomUuid } from '#web/random-id.ts'
import { createDownload, type Download } from '#web/site/downloads/engine/download.ts'
import { createEventBuffer } from '#web/site/downloads/engine/event-buffer.ts'
import { limitConcurrency } from '#web/site/downloads/engine/fetch-chunks.ts'
import { createIndexedDbChunkStore } from '#web/site/downloads/engine/indexed-chunks.ts'
import type { DownloadView } from '#web/site/downloads/engine/view.ts'

export const downloadAddress = (token: string, fileId: string): string =>
  `/api/download?token=${encodeURIComponent(token)}&file=${fileId}`

/**
 * The manager of this page, a download for each file. None before the page is alive, and where the browser has no place
 * to keep what arrives: there the plain links are left.
 */
export function useDownloads(
  token: string,
  { id, files }: Pick<DownloadPurchase, 'id' | 'files'>,
): Map<string, Download> | null {
  const [downloads, setDownloads] = useState<Map<string, Download> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one manager for as long as the page shows these files
  useEffect(() => {
    let isGone = false
    const events = createEventSender(token)
    const store = createIndexedDbChunkStore(() => indexedDB)
    const inTurn = limitConcurrency(maxParallelRanges)
    const made = new Map(
      files.map((file) => [
        file.id,
        createDownload(
          { file, key: `${id}/${file.id}`, address: () => downloadAddress(token, file.id) },
          {
            store,
            now: Date.now,
            elapsed: () => performance.now(),
            wait,
            every,
            digest,
            inTurn,
            fetch: (address, init) => fetch(address, init),
            isOnline: () => navigator.onLine,
            reportEvent: (event) => events.add({ fileId: file.id, ...event }),
          },
        ),
      ]),
    )
    const all = [...made.values()]
    const goOn = () => {
      for (const each of all) if (each.view().waitsForNetwork) void each.resume()
    }
    const leave = () => {
      for (const each of all) void each.saveProgress()
      events.leave()
    }
    void (async () => {
      await store.sweep(Date.now())
      for (const each of all) await each.restore()
      if (!isGone) setDownloads(made)
    })().catch(() => {})
    addEventListener('online', goOn)
    addEventListener('pagehide', leave)
    return () => {
      isGone = true
      removeEventListener('online', goOn)
      removeEventListener('pagehide', leave)
      for (const each of all) void each.pause()
      leave()
    }
  }, [token, id])
  return downloads
}

export const useDownloadView = (download: Download): DownloadView =>
  useSyncExternalStore(download.subscribe, download.view, download.view)

/** Sends the events of this page, also while it closes. */
export function createEventSender(token: string) {
  const bodyOf = (events: readonly BrowserEvent[]) => JSON.stringify({ token, events })
  const headers = { 'content-type': 'application/json' }
  // Also what is on its way when the page closes arrives; fifty events are far less than such a request may hold.
  const post = (events: readonly BrowserEvent[]) =>
    fetch('/api/download-events', { method: 'POST', headers, body: bodyOf(events), keepalive: true })
  return createEventBuffer({
    // A refused request would be refused again.
    send: async (events) => {
      const { ok, status } = await post(events)
      return ok || (status >= 400 && status < 500 && status !== 429)
    },
    sendLast: (events) => {
      const body = new Blob([bodyOf(events)], { type: 'application/json' })
      if (!navigator.sendBeacon('/api/download-events', body)) void post(events).catch(() => {})
    },
    after: (ms, work) => void setTimeout(work, ms),
    newId: randomUuid,
  })
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const every = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** Browsers have it where a page came with TLS. */
async function digest(part: Blob): Promise<string | null> {
  if (!crypto.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await part.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
