import type { Writable } from 'node:stream'

/** The bytes that were sent, and the error that ended the stream. */
export type SendResult = { bytes: number; error?: unknown }

/** Pieces in reused buffers: each is valid until the second `next` after it, so that two can be in transit. */
export type BufferIterator = AsyncIterator<Uint8Array, void> & {
  /** Prepares the first piece. A caller of `begin` must call `return`. */
  begin?: () => void
}

const writers = new WeakMap<ReadableStream, (out: Writable) => Promise<void>>()

/** Writes the pieces of a stream made by `createSendStream` straight to a socket, which is several times as fast. */
export const socketWriterOf = (stream: ReadableStream | null) => (stream ? writers.get(stream) : undefined)

/**
 * A stream that reads no faster than the client does. `ended` is called once with the bytes that were sent, also when the
 * client goes away. Bytes lost in transit are not known here.
 */
export function createSendStream(
  pieces: BufferIterator,
  length: number,
  ended: (sent: SendResult) => Promise<void> = async () => {},
) {
  let bytes = 0
  let isOver = false
  let abort = (_: Error) => {}

  async function end(error?: unknown) {
    if (isOver) return
    isOver = true
    await pieces.return?.()
    await ended({ bytes, ...(error !== undefined && { error }) })
  }
  const next = async () => (bytes < length ? pieces.next() : { done: true as const, value: undefined })

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = (error) => controller.error(error)
      },
      async pull(controller) {
        try {
          const piece = await next()
          if (isOver) return
          if (!piece.done) {
            bytes += piece.value.length
            // A copy: the reader of a web stream may keep the piece.
            controller.enqueue(new Uint8Array(piece.value))
            return
          }
          await end()
          controller.close()
        } catch (error) {
          if (isOver) return
          await end(error)
          controller.error(error)
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 0 },
  )

  writers.set(stream, async (out) => {
    abort = (error) => out.destroy(error)
    out.on('close', () => void end())
    let before = Promise.resolve(true)
    try {
      for (let piece = await next(); !piece.done && !isOver; piece = await next()) {
        const { length: more } = piece.value
        const writing = isWritten(out, piece.value)
        // A write error means that the client has left, not that the file is broken.
        if (!(await before)) return await end()
        before = writing.then((isDone) => {
          if (isDone) bytes += more
          return isDone
        })
      }
      if (await before) await end()
      out.end()
    } catch (error) {
      await before
      await end(error)
      out.destroy()
    }
  })

  /** Breaks the connection from our side. The client can request the rest. */
  const breakConnection = () => {
    if (isOver) return
    abort(new Error('a newer download has replaced this one'))
    void end()
  }
  return { stream, cut: breakConnection, leave: () => void end() }
}

const isWritten = (out: Writable, piece: Uint8Array) =>
  new Promise<boolean>((resolve) => {
    out.write(piece, (error) => resolve(!error))
  })

const smallPiece = 32 * 1024
const largePiece = 1024 * 1024
/** More than the network buffers between two machines hold. */
const muchBytes = 16 * 1024 * 1024
/** A client that reads `muchBytes` within this time is fast, even on a busy machine. */
const quicklyMs = 800
/** A client that reads nothing for so long is slow. */
const stoppedMs = 250

/** Three buffers in rotation: one is filled while two are in transit. They are small until the client proves fast. */
export function rotatingBuffers(): () => Buffer {
  const all = [Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0)]
  let [turn, size, taken] = [0, smallPiece, 0]
  let since = performance.now()
  let lastCallAt = since
  return () => {
    const now = performance.now()
    taken += all[turn]!.length
    const hasStopped = now - lastCallAt > stoppedMs
    if (hasStopped || taken >= muchBytes) {
      size = !hasStopped && now - since < quicklyMs ? largePiece : smallPiece
      taken = 0
      since = now
    }
    lastCallAt = now
    turn = (turn + 1) % all.length
    if (all[turn]!.length !== size) all[turn] = Buffer.allocUnsafeSlow(size)
    return all[turn]!
  }
}
