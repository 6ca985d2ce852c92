const megabyte = 1024 * 1024
const tidiedAfter = 8 * megabyte

/** Says how many bytes have come by. */
export function counting(count: (bytes: number) => void) {
  let [bytes, tidied] = [0, 0]
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, into) {
      bytes += piece.length
      count(bytes)
      into.enqueue(piece)
      if (bytes - tidied < tidiedAfter) return
      tidied = bytes
      remindToTidy()
    },
  })
}

/**
 * Browsers look for memory that nobody needs any more when some sixty megabytes more are in use than at the last look,
 * and each worker counts by itself. This counts like as many, takes none as long as nobody writes to it, and is gone
 * at once.
 */
function remindToTidy(): void {
  try {
    // Not by `new`: a bundler leaves out what seems to have no effect.
    Reflect.construct(ArrayBuffer, [64 * megabyte])
  } catch {
    // Where even that is too much, they have just looked.
  }
}
