import type { BrowserEvent } from '#domain/downloads/events.ts'
import {
  downloadRetries,
  downloadRetryDelayMs,
  eventFlushIntervalMs,
  eventsPerFlush,
} from '#domain/downloads/limits.ts'

type Deps = {
  /** Resolves to false if the batch should be retried. */
  send: (events: readonly BrowserEvent[]) => Promise<boolean>
  /** For a page that is being closed: the answer is not awaited. */
  sendLast: (events: readonly BrowserEvent[]) => void
  after: (ms: number, work: () => void) => void
  newId: () => string
}

/** Collects events and sends them in batches. Each event has an id, so a repeated one counts once. */
export function createEventBuffer({ send, sendLast, after, newId }: Deps) {
  let waiting: BrowserEvent[] = []
  /** The batch being sent: it stays the same until it is accepted or dropped, so that each event gets all retries. */
  let batch: BrowserEvent[] = []
  let failures = 0
  let isSending = false
  let planned: object | null = null

  function plan(ms: number) {
    const mine = {}
    planned = mine
    after(ms, () => planned === mine && void flush())
  }

  function planNext() {
    if (waiting.length >= eventsPerFlush) void flush()
    else if (waiting.length && !planned) plan(eventFlushIntervalMs)
  }

  async function flush() {
    planned = null
    if (!batch.length) batch = waiting.splice(0, eventsPerFlush)
    if (!batch.length) return
    isSending = true
    const isDone = await send(batch).catch(() => false)
    isSending = false
    // Dropped after the last try: statistics are not worth more.
    if (isDone || ++failures > downloadRetries) {
      batch = []
      failures = 0
      planNext()
    } else plan(downloadRetryDelayMs(failures))
  }

  return {
    add: (event: Omit<BrowserEvent, 'id'>) => {
      waiting.push({ id: newId(), ...event })
      if (!batch.length) planNext()
    },
    /** The page closes: the rest is sent without waiting. */
    leave: () => {
      // A request under way outlives the page.
      if (!isSending) {
        waiting = [...batch, ...waiting]
        batch = []
        failures = 0
      }
      for (; waiting.length; waiting = waiting.slice(eventsPerFlush)) sendLast(waiting.slice(0, eventsPerFlush))
    },
  }
}
