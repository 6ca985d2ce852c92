import type { Readable } from 'node:stream'

/** Buffered pieces before the stream is paused. */
const maxWaiting = 4

/** The pieces of a stream as they arrive. The stream's own iterator concatenates buffered pieces, which copies them. */
export async function* readStream(source: Readable): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let [isOver, failure]: [boolean, unknown] = [false, null]
  let wake = () => {}
  const listeners = {
    data: (piece: Uint8Array) => {
      if (waiting.push(piece) === maxWaiting) source.pause()
      wake()
    },
    close: () => {
      isOver = true
      wake()
    },
    error: (error: unknown) => {
      failure = error
      wake()
    },
  }
  source.on('data', listeners.data).on('end', listeners.close).on('close', listeners.close).on('error', listeners.error)
  try {
    for (;;) {
      const pieces = waiting
      waiting = []
      yield* pieces
      if (waiting.length) continue
      if (failure) throw failure
      if (isOver) return
      await new Promise<void>((resolve) => {
        wake = resolve
        source.resume()
      })
    }
  } finally {
    source.pause()
    source.off('data', listeners.data).off('end', listeners.close).off('close', listeners.close)
    source.off('error', listeners.error)
  }
}
