import type { BrowserEvent } from '#domain/downloads/events.ts'
import { downloadRetries, downloadRetryDelay, eventsFlushedAt, eventsFlushedEveryMs } from '#domain/downloads/limits.ts'

type Deps = {
  /** Resolves to whether the server has them, or will never want them. */
  send: (events: readonly BrowserEvent[]) => Promise<boolean>
  /** For a page that is being closed: the answer is not awaited. */
  sendLast: (events: readonly BrowserEvent[]) => void
  after: (ms: number, work: () => void) => void
  newId: () => string
}

/** Collects what happens and sends it together. Each has an id, so what is sent twice counts once. */
export function createEventBuffer({ send, sendLast, after, newId }: Deps) {
  let waiting: BrowserEvent[] = []
  /** What is being sent: it stays as it is until it has arrived or is given up, so that each has all its tries. */
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
    if (waiting.length >= eventsFlushedAt) void flush()
    else if (waiting.length && !planned) plan(eventsFlushedEveryMs)
  }

  async function flush() {
    planned = null
    if (!batch.length) batch = waiting.splice(0, eventsFlushedAt)
    if (!batch.length) return
    isSending = true
    const isDone = await send(batch).catch(() => false)
    isSending = false
    // After the last try they are given up: figures are not worth more than that.
    if (isDone || ++failures > downloadRetries) {
      batch = []
      failures = 0
      planNext()
    } else plan(downloadRetryDelay(failures))
  }

  return {
    add: (event: Omit<BrowserEvent, 'id'>) => {
      waiting.push({ id: newId(), ...event })
      if (!batch.length) planNext()
    },
    /** The page is going: what is left is sent without waiting. */
    leave: () => {
      // What is on its way outlives the page.
      if (!isSending) {
        waiting = [...batch, ...waiting]
        batch = []
        failures = 0
      }
      for (; waiting.length; waiting = waiting.slice(eventsFlushedAt)) sendLast(waiting.slice(0, eventsFlushedAt))
    },
  }
}
