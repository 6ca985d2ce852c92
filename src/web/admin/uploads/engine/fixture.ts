import type { UploadOptions } from '#domain/uploads/options.ts'
import { createUploads } from '#web/admin/uploads/engine/engine.ts'
import { memoryStore } from '#web/admin/uploads/engine/session-stores.ts'
import type { ChunkReply, SentChunk, SessionStore, Surroundings } from '#web/admin/uploads/engine/types.ts'

export const megabyte = 1024 * 1024
export const optionsOf = (more: Partial<UploadOptions> = {}): UploadOptions => ({
  ...{ websiteId: 'w', productId: 'p', fileType: 'tracks', ...more },
})

/** A file that says it is this large; what is cut from it is empty. */
export function fakeFile(name: string, size: number, lastModified = 1_000): File {
  return Object.defineProperty(new File(['x'], name, { lastModified }), 'size', { value: size }) as File
}

/** Tabs that wait for one another, as they do by a browser's locks. */
export function turnsOfTabs(): Surroundings['inTurn'] {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    last.set(
      name,
      mine.catch(() => {}),
    )
    return mine
  }
}

type Sent = { chunk: SentChunk; reply: (reply: Partial<ChunkReply>) => Promise<void> }

/** A world in which time passes, lines break and servers answer when the test says so. */
export function fakeWorld(
  changes: {
    store?: SessionStore
    server?: Map<string, Set<number>>
    held?: Map<string, number>
    inTurn?: Surroundings['inTurn']
    wait?: Surroundings['wait']
    /** The number of the first session that begins here. */
    firstId?: number
  } = {},
) {
  const world = {
    time: 1_000_000,
    online: true,
    used: null as number | null,
    pingMs: 25 as number | null,
    /** Chunks that wait for their answer. */
    open: [] as Sent[],
    waits: [] as number[],
    cancelled: [] as string[],
    /** What the server has of each session. */
    server: changes.server ?? new Map<string, Set<number>>(),
    /** Sessions that have become a file there, though nobody here has heard of it. */
    files: new Map<string, string>(),
    /** Whether it says of each session that there is none. */
    forgets: false,
    /** Whether it cannot be asked what it has. */
    isMute: false,
    store: changes.store ?? memoryStore(),
    timers: new Map<number, () => void>(),
    /** How many tabs have which session. */
    held: changes.held ?? new Map<string, number>(),
  }
  const listeners = new Set<(isOnline: boolean) => void>()
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  let ids = (changes.firstId ?? 1) - 1
  const around: Surroundings = {
    store: world.store,
    now: () => world.time,
    wait: async (ms, signal) => {
      world.waits.push(ms)
      if (changes.wait) await changes.wait(ms, signal)
      else world.time += ms
    },
    newId: () => `session-${++ids}`,
    hold: (sessionId) => {
      const count = (more: number) => world.held.set(sessionId, (world.held.get(sessionId) ?? 0) + more)
      count(1)
      let isOver = false
      return async () => {
        if (!isOver) count(-1)
        isOver = true
      }
    },
    isHeld: async (sessionId) => (world.held.get(sessionId) ?? 0) > 0,
    inTurn: changes.inTurn ?? turnsOfTabs(),
    isOnline: () => world.online,
    onOnlineChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    usedMemory: () => world.used,
    sha256: async () => null,
    every: (ms, work) => {
      world.timers.set(ms, work)
      return () => void world.timers.delete(ms)
    },
    transport: {
      send: (chunk) =>
        new Promise((resolve, reject) => {
          const sent: Sent = {
            chunk,
            reply: async ({ status = 200, ...rest }) => {
              world.open = world.open.filter((each) => each !== sent)
              if (status === 200) {
                const { sessionId, totalChunks } = chunk.session
                const has = world.server.get(sessionId) ?? new Set()
                world.server.set(sessionId, has.add(chunk.index))
                const fileId = has.size === totalChunks ? `file of ${sessionId}` : null
                resolve({ status, received: has.size, fileId, ...rest })
              } else resolve({ status, ...rest })
              await settled()
            },
          }
          world.open.push(sent)
          chunk.signal.addEventListener('abort', () => {
            world.open = world.open.filter((each) => each !== sent)
            reject(new DOMException('stopped', 'AbortError'))
          })
        }),
      stored: async (sessionId) => {
        if (world.isMute) throw new Error('the server could not be asked')
        const has = world.forgets ? null : world.server.get(sessionId)
        return has ? { uploadedChunks: [...has], fileId: world.files.get(sessionId) ?? null } : null
      },
      cancel: async (sessionId) => {
        if (world.files.has(sessionId)) return 'is-a-file'
        world.cancelled.push(sessionId)
        return 'given-up'
      },
      ping: async () => {
        world.time += world.pingMs ?? 0
        return world.pingMs !== null
      },
    },
  }
  const uploads = createUploads(around)
  return {
    world,
    uploads,
    settled,
    setOnline: async (isOnline: boolean) => {
      world.online = isOnline
      for (const listener of listeners) listener(isOnline)
      await settled()
    },
    states: () => uploads.list().map(({ fileName, state }) => `${fileName} ${state}`),
    indexes: () => world.open.map(({ chunk }) => chunk.index),
    /** Answers whatever comes until nothing does. */
    answerAll: async (ms = 100) => {
      while (world.open.length) {
        world.time += ms
        await world.open[0]!.reply({})
      }
    },
  }
}
