import type { Writable } from 'node:stream'

/** What became of it: how many bytes were given away, and what went wrong. */
export type Sent = { bytes: number; error?: unknown }

/** Pieces that are lent: each is good until the second one after it is asked for, so that two can be on their way. */
export type Lent = AsyncIterator<Uint8Array, void> & {
  /** They will be asked for soon; whoever says so also says when they are done, by `return`. */
  begin?: () => void
}

const writers = new WeakMap<ReadableStream, (out: Writable) => Promise<void>>()

/** Writes what a stream is made of straight to a socket, several times as fast; for streams that come from here. */
export const writerOf = (stream: ReadableStream | null) => (stream ? writers.get(stream) : undefined)

/**
 * Bytes on their way out, read no faster than they are taken. `ended` is told once how much was given, also when whoever
 * reads goes away; what of it was lost on the way nobody here can know.
 */
export function outflow(pieces: Lent, length: number, ended: (sent: Sent) => Promise<void> = async () => {}) {
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
            // Nobody knows how long whoever reads a stream keeps it.
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
        // An error of the line is none of the file: whoever read has left.
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

  /** Ends it from our side; whoever reads sees a broken connection and can ask for the rest. */
  const cut = () => {
    if (isOver) return
    abort(new Error('Somebody else is being served with this.'))
    void end()
  }
  return { stream, cut, leave: () => void end() }
}

const isWritten = (out: Writable, piece: Uint8Array) =>
  new Promise<boolean>((resolve) => {
    out.write(piece, (error) => resolve(!error))
  })

const smallPiece = 32 * 1024
const largePiece = 1024 * 1024
/** More than the buffers between two machines hold. */
const muchBytes = 16 * 1024 * 1024
/** Whoever takes so much in this time is fast, also on a machine that is busy with others in between. */
const quicklyMs = 800
/** Whoever takes nothing for so long is not. */
const stoppedMs = 250

/** Three in turn: one is filled while two are on their way. They are small until somebody turns out to be fast. */
export function buffersInTurn(): () => Buffer {
  const all = [Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0)]
  let [turn, size, taken] = [0, smallPiece, 0]
  let since = performance.now()
  let askedAt = since
  return () => {
    const now = performance.now()
    taken += all[turn]!.length
    const hasStopped = now - askedAt > stoppedMs
    if (hasStopped || taken >= muchBytes) {
      size = !hasStopped && now - since < quicklyMs ? largePiece : smallPiece
      taken = 0
      since = now
    }
    askedAt = now
    turn = (turn + 1) % all.length
    if (all[turn]!.length !== size) all[turn] = Buffer.allocUnsafeSlow(size)
    return all[turn]!
  }
}
