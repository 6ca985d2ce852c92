import { Readable } from 'node:stream'
import { Refusal } from '#domain/refusal.ts'
import { readStream } from '#server/files/read-stream.ts'

/** One part of a multipart form. Its content must be read before the next part. */
export type FormPart = { name: string; content: AsyncIterable<Uint8Array> }

const maxParts = 40
const maxHeadBytes = 4096
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/** The boundary in a Content-Type header; null if it is not multipart/form-data. */
export function multipartBoundaryOf(contentType: string | undefined): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? '') ?? []
  return quoted ?? plain ?? null
}

/**
 * Parses multipart/form-data (RFC 7578) while it arrives, and buffers no more than the current piece. A form that is
 * malformed or breaks off is refused, at the latest at its end.
 */
export async function* readMultipartParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const ahead = lookAhead(source)
  try {
    yield* partsAhead(ahead, boundary)
  } finally {
    await ahead.close()
  }
}

async function* partsAhead(ahead: LookAhead, boundary: string): AsyncGenerator<FormPart> {
  const divider = Buffer.from(`\r\n--${boundary}`)
  // A preamble is allowed in mail, but no browser sends one.
  for await (const _ of ahead.upTo(divider)) throw new Refusal('malformed')
  for (let count = 0; ; count++) {
    const next = await ahead.take(2)
    if (next.equals(Buffer.from('--'))) return
    if (!next.equals(lineEnd) || count === maxParts) throw new Refusal('malformed')
    // Put the CRLF back: a part without headers then ends its head with CRLF CRLF like the others.
    ahead.putBack(lineEnd)
    const content = ahead.upTo(divider)
    yield { name: nameIn(await headOf(ahead)), content }
    for await (const _ of content);
  }
}

async function headOf(ahead: LookAhead): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of ahead.upTo(headEnd)) {
    length += piece.length
    if (length > maxHeadBytes) throw new Refusal('malformed')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function nameIn(head: string): string {
  const [, disposition] = /\r\ncontent-disposition:\s*form-data\s*(;[^\r\n]*)/i.exec(head) ?? []
  const parameters = new Map<string, string>()
  for (const [, name, quoted, plain] of (disposition ?? '').matchAll(
    /;\s*([\w*-]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g,
  ))
    parameters.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
  const name = parameters.get('name')
  if (name === undefined) throw new Refusal('malformed')
  return name
}

type LookAhead = ReturnType<typeof lookAhead>

function lookAhead(source: AsyncIterable<Uint8Array>) {
  const pieces = (source instanceof Readable ? readStream(source) : source)[Symbol.asyncIterator]()
  // The first boundary has no CRLF before it.
  let held: Buffer = Buffer.from(lineEnd)

  async function readMore(): Promise<void> {
    const { done, value } = await pieces.next().catch((error) => {
      // A broken connection is not logged as an error of the server.
      throw Object.assign(new Refusal('malformed'), { cause: error })
    })
    if (done) throw new Refusal('malformed')
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length ? Buffer.concat([held, piece]) : piece
  }

  return {
    /** Stops reading the source. */
    close: async () => void (await pieces.return?.()),

    async take(bytes: number): Promise<Buffer> {
      while (held.length < bytes) await readMore()
      const taken = held.subarray(0, bytes)
      held = held.subarray(bytes)
      return taken
    },

    putBack(bytes: Buffer): void {
      held = Buffer.concat([bytes, held])
    },

    /** Yields everything before the end mark, and consumes the mark. */
    async *upTo(end: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = held.indexOf(end)
        if (at >= 0) {
          const last = held.subarray(0, at)
          held = held.subarray(at + end.length)
          if (last.length) yield last
          return
        }
        // The buffer may end with the beginning of the mark: that part is held back.
        const begun = beginningOf(end, held)
        const sure = begun < 0 ? held : held.subarray(0, begun)
        held = begun < 0 ? Buffer.alloc(0) : held.subarray(begun)
        if (sure.length) yield sure
        await readMore()
      }
    },
  }
}

/** The index at which the bytes end with a prefix of the mark; -1 if they do not. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  let at = bytes.indexOf(mark[0]!, Math.max(0, bytes.length - mark.length + 1))
  while (at >= 0 && bytes.compare(mark, 0, bytes.length - at, at) !== 0) at = bytes.indexOf(mark[0]!, at + 1)
  return at
}
