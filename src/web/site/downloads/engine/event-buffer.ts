import type { SentEvent } from '#domain/downloads/events.ts'
import { downloadRetries, downloadRetryDelay, eventsFlushedAt, eventsFlushedEveryMs } from '#domain/downloads/limits.ts'

type Surroundings = {
  /** Resolves to whether the server has them, or will never want them. */
  send: (events: readonly SentEvent[]) => Promise<boolean>
  /** For a page that goes away: nobody waits for the answer. */
  sendLast: (events: readonly SentEvent[]) => void
  after: (ms: number, work: () => void) => void
  newId: () => string
}

/** Collects what happens and sends it together. Each has an id, so what is sent twice counts once. */
export function createEventBuffer({ send, sendLast, after, newId }: Surroundings) {
  let waiting: SentEvent[] = []
  let isPlanned = false
  let failures = 0

  function plan(ms: number) {
    if (isPlanned) return
    isPlanned = true
    after(ms, () => {
      isPlanned = false
      void flush()
    })
  }

  async function flush() {
    const events = waiting.slice(0, eventsFlushedAt)
    if (!events.length) return
    waiting = waiting.slice(events.length)
    const isDone = await send(events).catch(() => false)
    if (isDone) {
      failures = 0
      if (waiting.length) plan(eventsFlushedEveryMs)
      return
    }
    failures++
    // After the last try they are given up: figures are not worth more than that.
    if (failures > downloadRetries) {
      failures = 0
      return
    }
    waiting = [...events, ...waiting]
    plan(downloadRetryDelay(failures))
  }

  return {
    add: (event: Omit<SentEvent, 'id'>) => {
      waiting.push({ id: newId(), ...event })
      if (waiting.length >= eventsFlushedAt && failures === 0) void flush()
      else plan(eventsFlushedEveryMs)
    },
    /** The page is going: what is left is sent without waiting. */
    leave: () => {
      for (; waiting.length; waiting = waiting.slice(eventsFlushedAt)) sendLast(waiting.slice(0, eventsFlushedAt))
    },
  }
}
