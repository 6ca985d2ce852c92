import type { Readable } from 'node:stream'

/** So many pieces wait before the sender must. */
const mostWaiting = 4

/** What a stream brings, piece by piece as it came: its own iterator joins those that wait, which copies them all. */
export async function* asTheyCome(source: Readable): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let [isOver, failure]: [boolean, unknown] = [false, null]
  let heard = () => {}
  const listeners = {
    data: (piece: Uint8Array) => {
      if (waiting.push(piece) === mostWaiting) source.pause()
      heard()
    },
    close: () => {
      isOver = true
      heard()
    },
    error: (error: unknown) => {
      failure = error
      heard()
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
        heard = resolve
        source.resume()
      })
    }
  } finally {
    source.pause()
    source.off('data', listeners.data).off('end', listeners.close).off('close', listeners.close)
    source.off('error', listeners.error)
  }
}
