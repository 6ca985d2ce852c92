/** What became of it: how many bytes were given away, and what went wrong. */
export type Sent = { bytes: number; error?: unknown }

/**
 * The pieces as a stream that reads no faster than it is read. `ended` is told once how much was given, also when whoever
 * reads goes away; what of it was lost on the way nobody here can know.
 */
export function sendPieces(pieces: AsyncIterator<Uint8Array>, length: number, ended: (sent: Sent) => Promise<void>) {
  let bytes = 0
  let isOver = false
  let control: ReadableStreamDefaultController<Uint8Array> | undefined

  async function end(error?: unknown) {
    if (isOver) return
    isOver = true
    await pieces.return?.()
    await ended({ bytes, ...(error !== undefined && { error }) })
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        control = controller
      },
      async pull(controller) {
        try {
          const next = bytes < length ? await pieces.next() : { done: true as const, value: undefined }
          if (isOver) return
          if (!next.done) {
            bytes += next.value.length
            controller.enqueue(next.value)
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
  /** Ends it from our side; whoever reads sees a broken connection and can ask for the rest. */
  const cut = () => {
    if (isOver) return
    control?.error(new Error('Somebody else is being served with this.'))
    void end()
  }
  return { stream, cut, leave: () => void end() }
}
