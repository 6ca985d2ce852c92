import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** More than the `moov` box of any film needs. */
const maxMoovBytes = 64 * 1024 * 1024

/** The location as phones write it: `+51.9333+001.2833+012.000/`. */
const gpsPattern = /[+-]\d{2,3}\.\d{2,}[+-]\d{2,3}\.\d{2,}(?:[+-]\d+(?:\.\d+)?)?\//g

/** Overwrites the GPS location in an MP4 file with zeros. Returns the new hash; null where there was no location. */
export async function eraseGpsLocation(file: string): Promise<{ sha256: string } | null> {
  const film = await open(file, 'r+')
  try {
    const moovBox = await readMoovBox(film)
    if (!moovBox) return null
    const text = moovBox.bytes.toString('latin1')
    const blank = text.replace(gpsPattern, (found) => found.replaceAll(/\d/g, '0'))
    if (blank === text) return null
    await film.write(Buffer.from(blank, 'latin1'), 0, undefined, moovBox.at)
    await film.sync()
  } finally {
    await film.close()
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex') }
}

/** The box `moov`, wherever it is among the boxes. */
async function readMoovBox(film: FileHandle): Promise<{ at: number; bytes: Buffer } | null> {
  const { size: end } = await film.stat()
  const head = Buffer.alloc(16)
  for (let at = 0; at + 8 <= end; ) {
    await film.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    if (size < 8) return null
    if (head.toString('latin1', 4, 8) === 'moov') {
      const bytes = Buffer.alloc(Math.min(size, maxMoovBytes, end - at))
      await film.read(bytes, 0, bytes.length, at)
      return { at, bytes }
    }
    at += size
  }
  return null
}
