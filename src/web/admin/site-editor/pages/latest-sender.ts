type LatestSenderOptions<T> = {
  send: (value: T, signal: AbortSignal) => Promise<void>
  pauseMs: number
}

/**
 * Sends the newest value, one at a time, with a short pause before each. It waits for no pause in the typing: while
 * values keep coming, one is sent as soon as the last one was answered.
 */
export function createLatestSender<T>({ send, pauseMs }: LatestSenderOptions<T>) {
  const stopped = new AbortController()
  let waiting: { value: T } | null = null
  let isBusy = false

  function next(): void {
    if (isBusy || !waiting || stopped.signal.aborted) return
    isBusy = true
    setTimeout(async () => {
      const { value } = waiting!
      waiting = null
      // What cannot be sent now, because the network is away for example, is part of the next value.
      if (!stopped.signal.aborted) await send(value, stopped.signal).catch(() => {})
      isBusy = false
      next()
    }, pauseMs)
  }

  return {
    push: (value: T): void => {
      waiting = { value }
      next()
    },
    stop: (): void => stopped.abort(),
  }
}
