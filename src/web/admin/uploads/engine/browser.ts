import { type Ask, httpTransport } from '#web/admin/uploads/engine/http-transport.ts'
import { openSessionStore } from '#web/admin/uploads/engine/session-stores.ts'
import type { Surroundings } from '#web/admin/uploads/engine/types.ts'
import type { Bearer } from '#web/bearer.ts'

/** `fetch` cannot say how much of a body has gone, so the older way is taken. */
const askByXhr: Ask = ({ method, path, headers = {}, body }, { onProgress, signal } = {}) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => resolve({ status: 0, body: null })
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })

type WithMemory = Performance & { memory?: { usedJSHeapSize: number } }

/** Storage that is switched off throws when it is merely looked at. */
function orNull<T>(look: () => T): T | null {
  try {
    return look() ?? null
  } catch {
    return null
  }
}

/** The browser that this page is open in. */
export function browserSurroundings(bearer: Bearer): Surroundings {
  return {
    transport: httpTransport(askByXhr, bearer),
    store: openSessionStore({ storage: orNull(() => localStorage), indexed: orNull(() => indexedDB) }),
    now: () => Date.now(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
    newId: () => crypto.randomUUID(),
    isOnline: () => navigator.onLine,
    onOnlineChange(listener) {
      const [online, offline] = [() => listener(true), () => listener(false)]
      window.addEventListener('online', online)
      window.addEventListener('offline', offline)
      return () => {
        window.removeEventListener('online', online)
        window.removeEventListener('offline', offline)
      }
    },
    usedMemory: () => (performance as WithMemory).memory?.usedJSHeapSize ?? null,
    // Only on pages that came over a safe line; elsewhere the server's own sums must do.
    sha256: async (chunk) => {
      if (!globalThis.crypto?.subtle) return null
      const sum = await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer())
      return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    every: (ms, work) => {
      const timer = setInterval(work, ms)
      return () => clearInterval(timer)
    },
  }
}
