import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import {
  ADTS,
  AudioSample,
  AudioSampleSink,
  Conversion,
  type ConversionOptions,
  CustomAudioDecoder,
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  FLAC,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  registerDecoder,
  WAVE,
} from 'mediabunny'
import type { ReadBytes } from '#domain/files/block-reader.ts'
import { type ClipFileExtension, clipRange, maxClipBytes, normalizePeaks } from '#domain/previews/preview.ts'
import { decodeFlacFrame, type FlacStreamInfo, streamInfoOf } from '#server/previews/flac-decoder.ts'
import { loudnessOf } from '#server/previews/loudness.ts'

/** The result of cutting a track; the clip itself is in the file `into`. */
export type ClipResult = {
  durationMs: number
  startMs: number
  ms: number
  ending: ClipFileExtension
  bytes: number
  sha256: string
  /** Null when they were not asked for. */
  peaks: Uint8Array | null
}

/** The track: a path, or its size and a function that reads any range. */
type TrackSource = string | { bytes: number; read: ReadBytes }

export type CutClipOptions = {
  into: string
  /** The start that the owner has chosen. */
  startMs: number | null
  withPeaks: boolean
}

/** Adds FLAC to the decoders of mediabunny. */
class FlacDecoder extends CustomAudioDecoder {
  #info: FlacStreamInfo | undefined

  static override supports(codec: string): boolean {
    return codec === 'flac'
  }

  init(): void {
    const { description, sampleRate } = this.config
    // STREAMINFO follows 'fLaC' and the block header.
    const block = description && new Uint8Array(bytesOf(description)).subarray(8)
    this.#info = block && block.length >= 18 ? streamInfoOf(block) : { sampleRate, bitsPerSample: 16 }
  }

  decode({ data, timestamp }: EncodedPacket): void {
    const { channels, sampleRate } = decodeFlacFrame(data, this.#info!)
    const length = channels[0]!.length
    const planes = new Float32Array(length * channels.length)
    for (const [at, channel] of channels.entries()) planes.set(channel, at * length)
    const sample = { data: planes, format: 'f32-planar', numberOfChannels: channels.length, sampleRate, timestamp }
    this.onSample(new AudioSample(sample as ConstructorParameters<typeof AudioSample>[0]))
  }

  flush(): void {}
  close(): void {}
}

const bytesOf = (source: AllowSharedBufferSource): ArrayBufferLike =>
  ArrayBuffer.isView(source)
    ? Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength)).buffer
    : source

registerDecoder(FlacDecoder)
registerMp3Encoder()

/** Cuts a clip out of a track. On failure a partial clip may be left, which the caller deletes. */
export async function cutClip({
  file,
  into,
  startMs,
  withPeaks,
}: CutClipOptions & { file: TrackSource }): Promise<ClipResult> {
  const input = new Input({ source: sourceOf(file), formats: [MP3, MP4, WAVE, FLAC, OGG, ADTS] })
  try {
    const track = await input.getPrimaryAudioTrack()
    const codec = await track?.getCodec()
    if (!track || !codec) throw new Error('no audio track in a known codec')
    const durationMs = Math.round((await input.computeDuration()) * 1000)
    if (!(durationMs > 0)) throw new Error('the track has no duration')
    const range = clipRange(durationMs, startMs)
    const ending = await convertClip(input, track, codec, into, range)
    const clip = await readFile(into)
    if (clip.length === 0) throw new Error('the clip is empty')
    return {
      durationMs,
      ...range,
      ending,
      bytes: clip.length,
      sha256: createHash('sha256').update(clip).digest('hex'),
      peaks: withPeaks ? normalizePeaks(await columnsOf(track, codec)) : null,
    }
  } finally {
    input.dispose()
  }
}

/** A remote track is read ahead in growing ranges, because each request takes a while. */
const sourceOf = (file: TrackSource) =>
  typeof file === 'string'
    ? new FilePathSource(file)
    : new CustomSource({ getSize: () => file.bytes, read: file.read, prefetchProfile: 'network' })

/** Lossy formats are copied packet by packet, within the clip only; the others are encoded as MP3. */
const copyOptions = { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY, boundaryPolicy: 'shrink' } as const
const outputFormatByExtension = { mp3: Mp3OutputFormat, m4a: Mp4OutputFormat, ogg: OggOutputFormat }
const extensionByCodec: Partial<Record<string, ClipFileExtension>> = {
  mp3: 'mp3',
  aac: 'm4a',
  vorbis: 'ogg',
  opus: 'ogg',
}

async function convertClip(
  input: Input,
  track: InputAudioTrack,
  codec: string,
  into: string,
  { startMs, ms }: { startMs: number; ms: number },
): Promise<ClipFileExtension> {
  const copiedEnding = extensionByCodec[codec]
  const ending = copiedEnding ?? 'mp3'
  const output = new Output({ format: new outputFormatByExtension[ending](), target: new FilePathTarget(into) })
  const options: ConversionOptions = {
    input,
    output,
    tracks: 'primary',
    video: { discard: true },
    tags: {},
    showWarnings: false,
    trim: { start: copiedEnding ? startMs / 1000 : await startWithin(track, startMs), end: (startMs + ms) / 1000 },
    ...(copiedEnding ? { copy: copyOptions } : { audio: await asMp3(track, ms) }),
  }
  const conversion = await Conversion.init(options)
  if (!conversion.isValid) throw new Error(conversion.discardedTracks.map(({ reason }) => reason).join(', '))
  let isTooLarge = false
  output.target.on('write', ({ end }) => {
    isTooLarge ||= end > maxClipBytes
    if (isTooLarge) void conversion.cancel()
  })
  await conversion.execute().catch((error: unknown) => {
    if (!isTooLarge) throw error
  })
  if (isTooLarge) throw new Error('the clip is too large')
  return ending
}

/**
 * The start of a clip that is encoded, a little after the start of a sample: just before one, mediabunny fills the gap with
 * silence of length zero and then fails.
 */
async function startWithin(track: InputAudioTrack, startMs: number): Promise<number> {
  const rate = await track.getSampleRate()
  return startMs && (Math.floor((startMs * rate) / 1000) + 0.25) / rate
}

const fadeSeconds = 1

/** 128 kbit/s in stereo, faded in and out. */
async function asMp3(track: InputAudioTrack, ms: number): Promise<ConversionOptions['audio']> {
  const sampleRate = (await track.getSampleRate()) % 11_025 === 0 ? 44_100 : 48_000
  const seconds = ms / 1000
  return {
    codec: 'mp3',
    bitrate: 128_000,
    forceTranscode: true,
    sampleRate,
    numberOfChannels: Math.min(2, await track.getNumberOfChannels()),
    process: (sample) => {
      const { numberOfFrames, numberOfChannels, timestamp, sampleRate: rate } = sample
      const data = new Float32Array(numberOfFrames * numberOfChannels)
      sample.copyTo(data, { planeIndex: 0, format: 'f32' })
      for (let at = 0; at < data.length; at++) {
        const now = timestamp + Math.floor(at / numberOfChannels) / rate
        data[at] = data[at]! * Math.max(0, Math.min(1, now / fadeSeconds, (seconds - now) / fadeSeconds))
      }
      return new AudioSample({ data, format: 'f32', numberOfChannels, sampleRate: rate, timestamp })
    },
  }
}

/** The loudness of the track over time: decoded where possible, otherwise estimated from its packets. */
async function columnsOf(track: InputAudioTrack, codec: string): Promise<number[]> {
  const columns: number[] = []
  if (extensionByCodec[codec]) {
    for await (const { data } of new EncodedPacketSink(track).packets()) columns.push(loudnessOf(codec, data))
    return columns
  }
  for await (const sample of new AudioSampleSink(track).samples()) {
    const samples = new Float32Array(sample.numberOfFrames * sample.numberOfChannels)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32' })
    sample.close()
    let max = 0
    for (const value of samples) max = Math.max(max, Math.abs(value))
    columns.push(max)
  }
  return columns
}
