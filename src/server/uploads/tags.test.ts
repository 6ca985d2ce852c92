import { readFileSync } from 'node:fs'
import type { MetadataTags } from 'mediabunny'
import { expect, test } from 'vitest'
import { measureDurationMs, readTrackTags } from '#server/uploads/tags.ts'
import { adtsAacFile, m4a, oggOpus, oggVorbis } from '#tests/fixtures/audio.ts'

const reading = (file: Uint8Array) => async (from: number, to: number) => new Uint8Array(file.subarray(from, to))

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])
const albumTags: MetadataTags = {
  title: 'Søndag på kaien',
  artist: 'The Night Ferry',
  album: 'Low Water',
  albumArtist: 'Harbour',
  trackNumber: 3,
  tracksTotal: 12,
  discNumber: 2,
  genre: 'Folk',
  date: new Date('2024-05-01'),
  images: [{ data: jpeg, mimeType: 'image/jpeg', kind: 'coverFront' }],
}

test.each([
  // The M4A writer stores the disc number where readers do not look for it.
  ['M4A', () => m4a(2, albumTags), null],
  ['OGG', () => oggVorbis(2, albumTags), 2],
  ['FLAC', () => flacThatSays(albumTags), 2],
])('reads the tags of an album in %s', async (_, made, discNumber) => {
  const file = await made()
  expect(await readTrackTags(reading(file), file.length)).toMatchObject({
    title: 'Søndag på kaien',
    artist: 'The Night Ferry',
    album: 'Low Water',
    albumArtist: 'Harbour',
    trackNumber: 3,
    totalTracks: 12,
    discNumber,
    genre: 'Folk',
    year: 2024,
    hasTags: true,
    isReadable: true,
    cover: { type: 'image/jpeg', bytes: jpeg.length },
  })
})

test.each([
  ['M4A', m4a],
  ['AAC without a container', adtsAacFile],
  ['Opus', oggOpus],
])('finds the duration of %s', async (_, made) => {
  const file = await made(20)
  const { duration } = await readTrackTags(reading(file), file.length).catch(() => ({ duration: null }))
  expect(duration ?? (await measureDurationMs(reading(file), file.length))).toBeCloseTo(20, 0)
})

/** `tone.flac` with two blocks more behind its first: comments and a picture. */
function flacThatSays({ title, artist, album, albumArtist, genre }: MetadataTags): Buffer {
  const flac = readFileSync('tests/fixtures/tone.flac')
  const words = { title, artist, album, albumArtist, genre, tracknumber: 3, tracktotal: 12, discnumber: 2, date: 2024 }
  const comments = Object.entries(words).map(([name, value]) => sized(`${name}=${value}`, 'LE'))
  const picture = [number(3, 'BE'), sized('image/jpeg', 'BE'), sized('', 'BE'), Buffer.alloc(16), sized(jpeg, 'BE')]
  const [first, rest] = [flac.subarray(0, 42), flac.subarray(42)]
  const commentBlock = block(4, [sized('', 'LE'), number(comments.length, 'LE'), ...comments])
  return Buffer.concat([first, commentBlock, block(6, picture), rest])
}

function block(type: number, parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([number(type * 2 ** 24 + body.length, 'BE'), body])
}

const sized = (content: string | Uint8Array, order: 'LE' | 'BE'): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([number(bytes.length, order), bytes])
}

function number(value: number, order: 'LE' | 'BE'): Buffer {
  const bytes = Buffer.alloc(4)
  if (order === 'LE') bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}
