import { createHttpTransport, requestByXhr } from '#web/admin/uploads/engine/http-transport.ts'
import { openSessionStore } from '#web/admin/uploads/engine/session-stores.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'
import type { BearerClient } from '#web/bearer.ts'

type WithMemory = Performance & { memory?: { usedJSHeapSize: number } }

/** Storage that is switched off throws when it is merely looked at. */
export function storageOrNull<T>(look: () => T): T | null {
  try {
    return look() ?? null
  } catch {
    return null
  }
}

const lockOf = (sessionId: string) => `upload ${sessionId}`

/** A shared lock: several tabs may resume one session together. Without the Web Locks API tabs do not know of each other. */
function holdSession(sessionId: string): () => Promise<void> {
  const over = Promise.withResolvers<void>()
  const held = navigator.locks?.request(lockOf(sessionId), { mode: 'shared' }, () => over.promise).catch(() => {})
  return async () => {
    over.resolve()
    await held
  }
}

/** The browser that this page is open in. */
export function createBrowserDeps(bearer: BearerClient): EngineDeps {
  return {
    transport: createHttpTransport(requestByXhr, bearer),
    store: openSessionStore({ storage: storageOrNull(() => localStorage), indexed: storageOrNull(() => indexedDB) }),
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
    hold: holdSession,
    isHeld: async (sessionId) =>
      (await navigator.locks?.query())?.held?.some(({ name }) => name === lockOf(sessionId)) ?? false,
    inTurn: async (name, work) => (navigator.locks ? navigator.locks.request(`begin ${name}`, work) : work()),
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
