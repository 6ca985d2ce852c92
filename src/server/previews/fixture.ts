import {
  AdtsOutputFormat,
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type MetadataTags,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'

/** Two notes that grow louder, as a WAV file of 16 bits. `tone.flac` is this for half a second, encoded by `flac`. */
export function tone({ seconds, rate = 44_100 }: { seconds: number; rate?: number }): Buffer {
  const frames = Math.round(seconds * rate)
  const file = Buffer.alloc(44 + frames * 4)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + frames * 4, 4)
  file.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 4],
  ] as const)
    file.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at)
  file.write('data', 36)
  file.writeUInt32LE(frames * 4, 40)
  for (let at = 0; at < frames; at++)
    for (const side of [0, 1]) {
      // Saw teeth with some noise, in whole numbers, so that every machine writes the same.
      const note = ((at * (220 + 7 * side)) % rate) / rate - 0.5 + (((at * 7919 + side * 104_729) % 97) - 48) / 970
      file.writeInt16LE(Math.round(note * 30_000 * (0.1 + (0.9 * at) / frames)), 44 + at * 4 + side * 2)
    }
  return file
}

/** AAC that grows louder, as its frames say: they are as they should be up to there. */
const aac = {
  codec: 'aac',
  config: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 44_100, description: new Uint8Array([0x12, 0x08]) },
  packets: (seconds: number) =>
    packets(seconds, 1024 / 44_100, (share) => {
      const gain = Math.round(80 + 100 * share)
      return [gain >> 7, (gain << 1) & 0xff, 4, 0x60, 0x8c, 0x1c]
    }),
} as const

/** Opus that uses more and more bytes. */
const opus = {
  codec: 'opus',
  config: {
    ...{ codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 },
    description: Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1'),
  },
  packets: (seconds: number) =>
    packets(seconds, 0.02, (share) => [0xf8, 0xff, 0xfe, ...Array<number>(Math.round(share * 50)).fill(0)]),
} as const

export const m4a = (seconds: number, tags?: MetadataTags): Promise<Buffer> =>
  written(new Mp4OutputFormat(), aac, seconds, tags)

/** A megabyte for each second: no recording is like this. */
export const swollenM4a = (seconds: number): Promise<Buffer> => {
  const packet = (at: number) => new EncodedPacket(new Uint8Array(1024 * 1024), 'key', at, 1)
  return written(
    new Mp4OutputFormat(),
    { ...aac, packets: () => Array.from({ length: seconds }, (_, at) => packet(at)) },
    seconds,
  )
}

export const aacAlone = (seconds: number): Promise<Buffer> => written(new AdtsOutputFormat(), aac, seconds)

export const oggOpus = (seconds: number): Promise<Buffer> => written(new OggOutputFormat(), opus, seconds)

/** `tone.ogg`, which is `tone` encoded by `oggenc`, again and again. */
export async function oggVorbis(seconds: number, tags?: MetadataTags): Promise<Buffer> {
  using input = new Input({ formats: [OGG], source: new FilePathSource('src/server/previews/tone.ogg') })
  const track = (await input.getPrimaryAudioTrack())!
  const tone: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) tone.push(packet)
  const again: EncodedPacket[] = []
  for (let timestamp = 0; timestamp < seconds; timestamp += again.at(-1)!.duration) {
    const packet = tone[again.length % tone.length]!
    again.push(packet.clone({ timestamp, data: numbered(packet.data, again.length) }))
  }
  const vorbis = { codec: 'vorbis', config: (await track.getDecoderConfig())!, packets: () => again } as const
  return await written(new OggOutputFormat(), vorbis, seconds, tags)
}

const packets = (seconds: number, length: number, frame: (share: number) => number[]): EncodedPacket[] =>
  Array.from({ length: Math.ceil(seconds / length) }, (_, at) => {
    const data = numbered(frame((at * length) / seconds), at)
    return new EncodedPacket(data, 'key', at * length, length)
  })

/** No two packets are alike; what comes after the sound is not heard. */
const numbered = (data: Iterable<number>, at: number) => new Uint8Array([...data, at & 0xff, at >> 8])

type Sound = { codec: AudioCodec; config: AudioDecoderConfig; packets: (seconds: number) => EncodedPacket[] }

async function written(format: OutputFormat, sound: Sound, seconds: number, tags: MetadataTags = {}): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(sound.codec)
  output.addAudioTrack(source)
  output.setMetadataTags(tags)
  await output.start()
  for (const packet of sound.packets(seconds)) await source.add(packet, { decoderConfig: sound.config })
  await output.finalize()
  return Buffer.from(target.buffer!)
}
