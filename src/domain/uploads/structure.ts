import type { ReadBytes } from '#domain/files/block-reader.ts'

/**
 * Whether the structure of a file matches its first bytes: the directory of an archive, or the chunks, boxes, pages and
 * first frames of a recording. Nothing is decoded, and a few reads are enough for any size.
 */
export async function hasValidFileStructure(type: string, read: ReadBytes, size: number): Promise<boolean> {
  const check = checkByType[type]
  if (!check) return true
  try {
    return await check(async (from, length) => {
      if (from < 0 || length < 0 || from + length > size) throw new BeyondEndOfFileError()
      const bytes = await read(from, from + length)
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }, size)
  } catch (error) {
    if (error instanceof BeyondEndOfFileError) return false
    throw error
  }
}

/** Something points to where the file has ended. */
class BeyondEndOfFileError extends Error {}

type ReadAt = (from: number, length: number) => Promise<DataView>
type Check = (readAt: ReadAt, size: number) => Promise<boolean>

const textAt = (view: DataView, at: number, length: number): string => {
  let text = ''
  for (let n = 0; n < length; n++) text += String.fromCharCode(view.getUint8(at + n))
  return text
}

const endBytes = 22
const maxCommentBytes = 65_535
const maxEntries = 20_000
const maxDirectoryBytes = 8 * 1024 * 1024
/** So many entries are looked up where they begin. */
const entriesToCheck = 100

/** The end record, which tells where the directory is, then each entry of it, and where its file begins. */
const isZip: Check = async (readAt, size) => {
  const tail = Math.min(size, endBytes + maxCommentBytes)
  const view = await readAt(size - tail, tail)
  let end = tail - endBytes
  const isEnd = (at: number) =>
    view.getUint32(at, true) === 0x06054b50 && at + endBytes + view.getUint16(at + 20, true) === tail
  while (end >= 0 && !isEnd(end)) end--
  if (end < 0) return false
  const directory = await directoryOf(readAt, view, { end, endsAt: size - tail + end })
  if (!directory || directory.entries > maxEntries || directory.bytes > maxDirectoryBytes) return false
  const { entries, bytes, from } = directory
  const list = await readAt(from, bytes)
  let at = 0
  let files = 0
  for (let n = 0; n < entries; n++) {
    if (at + 46 > bytes || list.getUint32(at, true) !== 0x02014b50) return false
    const packed = list.getUint32(at + 20, true)
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const begins = list.getUint32(at + 42, true)
    if (at + 46 + name + extra + comment > bytes || name === 0) return false
    // Larger ones say where they are in a field of their own, which no file of a gigabyte needs.
    if (begins !== 0xffffffff && n < entriesToCheck) {
      const head = await readAt(begins, 30)
      if (head.getUint32(0, true) !== 0x04034b50) return false
      const data = begins + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      if (data + (packed === 0xffffffff ? 0 : packed) > from) return false
    }
    if (packed > 0) files++
    at += 46 + name + extra + comment
  }
  return files > 0
}

async function directoryOf(readAt: ReadAt, view: DataView, { end, endsAt }: { end: number; endsAt: number }) {
  const entries = view.getUint16(end + 10, true)
  const bytes = view.getUint32(end + 12, true)
  const from = view.getUint32(end + 16, true)
  const isLarge = entries === 0xffff || bytes === 0xffffffff || from === 0xffffffff
  if (!isLarge) return from + bytes <= endsAt ? { entries, bytes, from } : null
  const locator = await readAt(endsAt - 20, 20)
  if (locator.getUint32(0, true) !== 0x07064b50) return null
  const record = await readAt(Number(locator.getBigUint64(8, true)), 56)
  if (record.getUint32(0, true) !== 0x06064b50) return null
  const [many, length, begins] = [32, 40, 48].map((at) => Number(record.getBigUint64(at, true))) as [
    number,
    number,
    number,
  ]
  return begins + length <= endsAt ? { entries: many, bytes: length, from: begins } : null
}

/** The tags before an MP3 or AAC; several programs write one each. */
async function afterTags(readAt: ReadAt, size: number): Promise<number> {
  let at = 0
  for (let n = 0; n < 8 && at + 10 <= size; n++) {
    const head = await readAt(at, 10)
    if (textAt(head, 0, 3) !== 'ID3') break
    const length = [6, 7, 8, 9].reduce((sum, each) => (sum << 7) | (head.getUint8(each) & 0x7f), 0)
    at += 10 + length + (head.getUint8(5) & 0x10 ? 10 : 0)
  }
  return at
}

type FrameOf = (head: DataView, at: number) => { bytes: number; kind: number } | null

/** Some programs leave that much empty between tags and music. */
const maxGapBytes = 64 * 1024
const framesToCheck = 4

/** Frames follow each other without a gap, up to the fourth or the end of the file. */
const hasFrames =
  (frameOf: FrameOf): Check =>
  async (readAt, size) => {
    const begin = await afterTags(readAt, size)
    const room = Math.min(maxGapBytes, size - begin)
    if (room < 8) return false
    const view = await readAt(begin, room)
    for (let at = 0; at + 8 <= room; at++) {
      if (view.getUint8(at) !== 0xff) continue
      if (await isChain(readAt, size, begin + at, frameOf)) return true
    }
    return false
  }

async function isChain(readAt: ReadAt, size: number, from: number, frameOf: FrameOf): Promise<boolean> {
  let at = from
  let kind: number | undefined
  for (let n = 0; n < framesToCheck; n++) {
    // Bytes after the last frame, such as tags at the end, are no frame.
    if (at + 8 > size || (n > 1 && (await isEndTag(readAt, size, at)))) return n > 1
    const frame = frameOf(await readAt(at, 8), 0)
    if (!frame || (kind !== undefined && frame.kind !== kind)) return false
    kind = frame.kind
    at += frame.bytes
    if (at > size) return false
  }
  return true
}

async function isEndTag(readAt: ReadAt, size: number, at: number): Promise<boolean> {
  if (at + 8 > size) return true
  const head = textAt(await readAt(at, 8), 0, 8)
  return head.startsWith('TAG') || head === 'APETAGEX' || head.startsWith('LYRICSBE')
}

const mpegRates = [44_100, 48_000, 32_000]
const bitratesByVersion = {
  '3-3': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '3-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '3-1': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-3': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-1': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const

/** A frame of MPEG audio; its version, layer and rate are the same in all frames of a file. */
const mpegFrame: FrameOf = (head, at) => {
  const [first, second, third] = [0, 1, 2].map((n) => head.getUint8(at + n)) as [number, number, number]
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null
  const [version, layer, bits, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3]
  if (version === 1 || layer === 0 || bits === 0 || bits === 15 || rate === 3) return null
  const table = bitratesByVersion[`${version === 3 ? 3 : 2}-${layer as 1 | 2 | 3}`]
  const hertz = mpegRates[rate]! >> (version === 3 ? 0 : version === 2 ? 1 : 2)
  const padding = (third >> 1) & 1
  const thousands = table[bits - 1]! * 1000
  const bytes =
    layer === 3
      ? (Math.floor((12 * thousands) / hertz) + padding) * 4
      : Math.floor(((layer === 1 && version !== 3 ? 72 : 144) * thousands) / hertz) + padding
  return { bytes, kind: (second & 0xfe) * 4 + rate }
}

/** A frame of AAC without a container. */
const adtsFrame: FrameOf = (head, at) => {
  if (head.getUint8(at) !== 0xff || (head.getUint8(at + 1) & 0xf6) !== 0xf0) return null
  const third = head.getUint8(at + 2)
  const bytes = ((head.getUint8(at + 3) & 3) << 11) | (head.getUint8(at + 4) << 3) | (head.getUint8(at + 5) >> 5)
  return ((third >> 2) & 15) < 13 && bytes > 7 ? { bytes, kind: third & 0xfc } : null
}

const maxChunks = 10_000

/** A format, and samples that are there: streams that were cut off by their recorder do not say how many. */
const isWav: Check = async (readAt, size) => {
  const head = await readAt(0, 12)
  if (!['RIFF', 'RF64'].includes(textAt(head, 0, 4)) || textAt(head, 8, 4) !== 'WAVE') return false
  let hasFormat = false
  for (let at = 12, n = 0; n < maxChunks && at + 8 <= size; n++) {
    const chunk = await readAt(at, 8)
    const [name, bytes] = [textAt(chunk, 0, 4), chunk.getUint32(4, true)]
    if (name === 'fmt ') {
      const format = await readAt(at + 8, 16)
      hasFormat = bytes >= 16 && format.getUint16(2, true) > 0 && format.getUint32(4, true) > 0
    }
    if (name === 'data') {
      const isOpen = bytes === 0xffffffff || bytes === 0
      return hasFormat && at + 8 < size && (isOpen || at + 8 + bytes <= size)
    }
    at += 8 + bytes + (bytes % 2)
  }
  return false
}

type Box = { name: string; from: number; to: number }
const maxBoxes = 100_000

/** The boxes in a range; each must end where the next begins. */
async function boxesIn(readAt: ReadAt, from: number, end: number): Promise<Box[] | null> {
  const boxes: Box[] = []
  for (let at = from; at < end; ) {
    if (at + 8 > end || boxes.length > maxBoxes) return null
    const head = await readAt(at, 8)
    const short = head.getUint32(0)
    const isLong = short === 1
    const bytes = isLong ? Number((await readAt(at + 8, 8)).getBigUint64(0)) : short === 0 ? end - at : short
    if (bytes < (isLong ? 16 : 8) || at + bytes > end) return null
    boxes.push({ name: textAt(head, 4, 4), from: at + (isLong ? 16 : 8), to: at + bytes })
    at += bytes
  }
  return boxes
}

/** The boxes for the type, the track descriptions and the media data. */
const isMp4: Check = async (readAt, size) => {
  const boxes = await boxesIn(readAt, 0, size)
  const moov = boxes?.find(({ name }) => name === 'moov')
  if (boxes?.[0]?.name !== 'ftyp' || !moov) return false
  const hasData = boxes.some(({ name, from, to }) => name === 'mdat' && to > from)
  const inside = await boxesIn(readAt, moov.from, moov.to)
  return hasData && (inside?.some(({ name }) => name === 'trak') ?? false)
}

const oggCodecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   ']
const pagesToCheck = 4

/** Pages follow each other without a gap, and the first says what is in them. */
const isOgg: Check = async (readAt, size) => {
  let at = 0
  for (let n = 0; n < pagesToCheck && (n === 0 || at < size); n++) {
    const head = await readAt(at, 27)
    const segments = head.getUint8(26)
    if (textAt(head, 0, 4) !== 'OggS' || head.getUint8(4) !== 0) return false
    const table = await readAt(at + 27, segments)
    let bytes = 0
    for (let each = 0; each < segments; each++) bytes += table.getUint8(each)
    const body = at + 27 + segments
    if (body + bytes > size) return false
    if (n === 0) {
      const isFirst = (head.getUint8(5) & 2) !== 0
      const words = textAt(await readAt(body, Math.min(bytes, 8)), 0, Math.min(bytes, 8))
      if (!isFirst || !oggCodecs.some((codec) => words.startsWith(codec))) return false
      // Music needs a second page.
      if (body + bytes === size) return false
    }
    at = body + bytes
  }
  return true
}

/** The metadata blocks, the first of which describes the stream, and then a frame. */
const isFlac: Check = async (readAt, size) => {
  const begin = await afterTags(readAt, size)
  if (textAt(await readAt(begin, 4), 0, 4) !== 'fLaC') return false
  for (let at = begin + 4, n = 0; n < maxChunks; n++) {
    const head = await readAt(at, 4)
    const [kind, bytes] = [head.getUint8(0) & 0x7f, head.getUint32(0) & 0xffffff]
    if (n === 0 && (kind !== 0 || bytes !== 34)) return false
    at += 4 + bytes
    if (head.getUint8(0) & 0x80) return ((await readAt(at, 2)).getUint16(0) & 0xfffe) === 0xfff8
  }
  return false
}

const checkByType: Record<string, Check> = {
  'application/zip': isZip,
  'audio/mpeg': hasFrames(mpegFrame),
  'audio/aac': hasFrames(adtsFrame),
  'audio/wav': isWav,
  'audio/mp4': isMp4,
  'audio/ogg': isOgg,
  'audio/flac': isFlac,
}
