import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { AsIsType } from '#domain/images/picture.ts'
import type { Bytes, Drawing } from '#server/images/original.ts'

/** The ways in which an answer may be compressed, as `content-encoding` calls them; the best first. */
const ways = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export type Way = keyof typeof ways

/** A drawing is text, and a third of its size when compressed. */
export function wayFor(type: AsIsType, accepted: string): Way | null {
  if (type !== 'svg') return null
  return (Object.keys(ways) as Way[]).find((way) => accepts(accepted, way)) ?? null
}

/** `gzip;q=0` is a way of saying no. */
function accepts(header: string, way: Way): boolean {
  const part = header.split(',').find((each) => each.split(';')[0]!.trim().toLowerCase() === way)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
}

const compressed = new WeakMap<Drawing, Partial<Record<Way, Promise<Bytes>>>>()

/** The bytes of the original; compressed once in each way. */
export function asIsBytes(original: Drawing, way: Way | null): Promise<Bytes> {
  if (!way) return original.read()
  const made = compressed.get(original) ?? {}
  compressed.set(original, made)
  made[way] ??= original.read().then((bytes) => ways[way](bytes))
  return made[way]
}
