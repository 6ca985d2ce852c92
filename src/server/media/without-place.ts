import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** More than any film has to say about itself. */
const mostAbout = 64 * 1024 * 1024

/** As phones write down where they were: `+51.9333+001.2833+012.000/`. */
const place = /[+-]\d{2,3}\.\d{2,}[+-]\d{2,3}\.\d{2,}(?:[+-]\d+(?:\.\d+)?)?\//g

/** Takes the place where it was filmed out of an MP4, byte for byte as long as before; null where there was none. */
export async function withoutPlace(file: string): Promise<{ sha256: string } | null> {
  const film = await open(file, 'r+')
  try {
    const about = await aboutIn(film)
    if (!about) return null
    const text = about.bytes.toString('latin1')
    const blank = text.replace(place, (found) => found.replaceAll(/\d/g, '0'))
    if (blank === text) return null
    await film.write(Buffer.from(blank, 'latin1'), 0, undefined, about.at)
    await film.sync()
  } finally {
    await film.close()
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex') }
}

/** The part called `moov`, wherever among the parts it stands. */
async function aboutIn(film: FileHandle): Promise<{ at: number; bytes: Buffer } | null> {
  const { size: end } = await film.stat()
  const head = Buffer.alloc(16)
  for (let at = 0; at + 8 <= end; ) {
    await film.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    if (size < 8) return null
    if (head.toString('latin1', 4, 8) === 'moov') {
      const bytes = Buffer.alloc(Math.min(size, mostAbout, end - at))
      await film.read(bytes, 0, bytes.length, at)
      return { at, bytes }
    }
    at += size
  }
  return null
}
