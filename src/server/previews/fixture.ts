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

type Wav = {
  rate: number
  bits: number
  frames: number
  channels?: number
  /** Numbers between -1 and 1 instead of whole ones. */
  isFloat?: boolean
  /** With the longer head that some programs write for more than 16 bits. */
  isExtensible?: boolean
}

/** A WAV file. `sample` says each of its numbers: whole ones, of as many bits as the file has; of 24 where it has floats. */
export function wav(about: Wav, sample: (at: number, side: number) => number): Buffer {
  const { rate, bits, frames, channels = 2, isFloat = false, isExtensible = false } = about
  const each = bits / 8
  const format = Buffer.alloc(isExtensible ? 40 : 16)
  format.writeUInt16LE(isExtensible ? 0xfffe : isFloat ? 3 : 1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * channels * each, 8)
  format.writeUInt16LE(channels * each, 12)
  format.writeUInt16LE(bits, 14)
  if (isExtensible) {
    format.writeUInt16LE(22, 16)
    format.writeUInt16LE(bits, 18)
    format.writeUInt32LE(2 ** channels - 1, 20)
    Buffer.from(`0${isFloat ? 3 : 1}00000000001000800000aa00389b71`, 'hex').copy(format, 24)
  }
  const data = Buffer.alloc(frames * channels * each)
  for (let index = 0; index < frames * channels; index++) {
    const value = sample(Math.floor(index / channels), index % channels)
    if (isFloat) data.writeFloatLE(value / 2 ** 23, index * each)
    else if (bits === 8) data.writeUInt8(value + 128, index)
    else data.writeIntLE(value, index * each, each)
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)]))
}

function chunk(id: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(id), size, body])
}

/** Two notes that grow louder: saw teeth with some noise, in whole numbers, so that every machine writes the same. */
export const toneAt =
  ({ rate, bits, frames }: { rate: number; bits: number; frames: number }) =>
  (at: number, side: number): number => {
    const note = ((at * (220 + 7 * side)) % rate) / rate - 0.5 + (((at * 7919 + side * 104_729) % 97) - 48) / 970
    return Math.round(note * 30_000 * 2 ** (bits - 16) * (0.1 + (0.9 * at) / frames))
  }

/** The two notes as a WAV file of 16 bits. `tone.flac` is this for half a second, encoded by `flac`. */
export function tone({ seconds, rate = 44_100 }: { seconds: number; rate?: number }): Buffer {
  const about = { rate, bits: 16, frames: Math.round(seconds * rate) }
  return wav(about, toneAt(about))
}

const studio = { rate: 96_000, bits: 24, frames: 6_000 }

/** No two numbers of it have anything to do with each other. */
const noise = (at: number, side: number): number =>
  Math.imul(Math.imul(2 * at + side + 1, 0x9e3779b1) ^ at, 0x85ebca6b) >> 8

/** As studios deliver it. `flacs/<name>.flac` is each of them, encoded by `flac` as it is said here. */
export const sounds = {
  // flac -8 -e
  'two-sides': { ...studio, sample: toneAt(studio) },
  // flac -5
  'one-side': { ...studio, rate: 48_000, channels: 1, sample: toneAt({ ...studio, rate: 48_000 }) },
  // flac -5: one number stands for a whole part.
  silence: { ...studio, sample: () => 0 },
  // flac -5: nothing can be foretold, so it is stored as it is.
  noise: { ...studio, frames: 5_000, sample: noise },
  // flac -5: how the sides differ takes a bit more than each of them.
  opposite: { ...studio, sample: (at: number, side: number) => ((at & 64) === side << 6 ? 2 ** 23 - 1 : -(2 ** 23)) },
  // flac -5: 16 bits in a file of 24.
  'eight-bits-empty': {
    ...studio,
    sample: (at: number, side: number) => 256 * toneAt({ ...studio, bits: 16 })(at, side),
  },
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
