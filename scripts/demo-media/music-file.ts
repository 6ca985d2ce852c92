/** Writes a piece as MP3 with everything a player shows: title, artist, record, number, year, genre and the sleeve. */
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny'
import sharp from 'sharp'
import { musician } from '#sites/musician/site.ts'
import type { Piece } from './pieces/piece.ts'
import { releaseOf, titleOf } from './released.ts'
import { rate, type Stereo } from './sound/take.ts'

registerMp3Encoder()

/** From 112 kbit/s on, the encoder keeps all of 44.1 kHz. */
const bitrate = 112_000
const sleeveSize = 320

export async function musicFile(piece: Piece, { left, right }: Stereo): Promise<Buffer> {
  const { title: album, year, cover, tracks } = releaseOf(piece)
  const output = new Output({ format: new Mp3OutputFormat(), target: new BufferTarget() })
  const source = new AudioSampleSource({ codec: 'mp3', bitrate })
  output.addAudioTrack(source)
  output.setMetadataTags({
    title: titleOf(piece),
    artist: musician.config.name,
    album,
    albumArtist: musician.config.name,
    trackNumber: piece.track,
    tracksTotal: tracks.length,
    date: new Date(Date.UTC(year, 0, 1)),
    genre: piece.genre,
    images: [{ data: await sleeve(cover), mimeType: 'image/jpeg', kind: 'coverFront' }],
  })
  await output.start()
  for (let start = 0; start < left.length; start += rate) {
    const part = [left, right].map((side) => side.subarray(start, start + rate))
    const data = new Float32Array(part[0]!.length * 2)
    data.set(part[0]!)
    data.set(part[1]!, part[0]!.length)
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: 2,
      sampleRate: rate,
      timestamp: start / rate,
    })
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
  return Buffer.from(output.target.buffer!)
}

async function sleeve(cover: string): Promise<Uint8Array> {
  const file = new URL(`../../sites/musician/images/${cover}`, import.meta.url)
  const jpeg = sharp(await sharp(file.pathname).resize(sleeveSize, sleeveSize).toBuffer())
  return new Uint8Array(await jpeg.jpeg({ quality: 74, mozjpeg: true }).toBuffer())
}
