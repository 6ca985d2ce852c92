import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { UnconvertedType } from '#domain/images/picture.ts'
import type { Site } from '#domain/sites/site.ts'

export type Bytes = Uint8Array<ArrayBuffer>

type OriginalFile = {
  /** The first 16 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  width: number
  height: number
}

/** A picture as it was brought to us, which comes in widths and formats; they are made from its file. */
export type EncodablePicture = OriginalFile & {
  asIs: null
  bytes: number
  asFile: <T>(work: (file: string) => Promise<T>) => Promise<T>
}

/** What is sent as it is. */
export type UnchangedPicture = OriginalFile & { asIs: UnconvertedType; read: () => Promise<Bytes> }

export type OriginalPicture = EncodablePicture | UnchangedPicture

/** Where originals come from: a site's folder, or what its owner has uploaded. Null when this site has no such picture. */
export type FindOriginal = (
  site: Pick<Site, 'folder' | 'siteId'>,
  requested: { hash: string; name: string },
) => Promise<OriginalPicture | null>

/** Why a file cannot be made into a picture, as a refusal says it. */
export type PictureFault =
  | 'picture-kind'
  | 'picture-animated'
  | 'picture-too-many-pixels'
  | 'picture-too-heavy'
  | 'picture-damaged'

/** The original cannot be shown: damaged, too large, or not a picture at all. */
export class UnreadablePicture extends Error {
  readonly fault: PictureFault
  constructor(message: string, fault: PictureFault = 'picture-damaged') {
    super(message)
    this.fault = fault
  }
}

/** What libvips says of a file that it cannot or may not read. */
export function toUnreadablePicture(error: unknown): UnreadablePicture {
  if (error instanceof UnreadablePicture) return error
  const message = error instanceof Error ? error.message : String(error)
  return new UnreadablePicture(message, /exceeds pixel limit/.test(message) ? 'picture-too-many-pixels' : undefined)
}

/** The ways in which an answer may be compressed, as `content-encoding` calls them; the best first. */
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export type ContentEncoding = keyof typeof compressors

/** A drawing is text, and a third of its size when compressed. */
export function contentEncodingFor(type: UnconvertedType, accepted: string): ContentEncoding | null {
  if (type !== 'svg') return null
  return (Object.keys(compressors) as ContentEncoding[]).find((way) => accepts(accepted, way)) ?? null
}

/** `gzip;q=0` is a way of saying no. */
function accepts(header: string, way: ContentEncoding): boolean {
  const part = header.split(',').find((each) => each.split(';')[0]!.trim().toLowerCase() === way)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
}

const compressed = new WeakMap<UnchangedPicture, Partial<Record<ContentEncoding, Promise<Bytes>>>>()

/** The bytes of the original; compressed once in each way. */
export function compressOriginal(original: UnchangedPicture, way: ContentEncoding | null): Promise<Bytes> {
  if (!way) return original.read()
  const made = compressed.get(original) ?? {}
  compressed.set(original, made)
  made[way] ??= original.read().then((bytes) => compressors[way](bytes))
  return made[way]
}
