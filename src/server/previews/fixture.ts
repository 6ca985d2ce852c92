import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'

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

/** Silence as it is sold: AAC in an M4A file. */
export async function silence(seconds: number): Promise<Buffer> {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  const length = 1024 / 44_100
  const description = new Uint8Array([0x12, 0x10])
  const decoderConfig = { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 44_100, description }
  const frame = new Uint8Array([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c])
  for (let at = 0; at * length < seconds; at++)
    await source.add(new EncodedPacket(frame, 'key', at * length, length), at === 0 ? { decoderConfig } : undefined)
  await output.finalize()
  return Buffer.from(output.target.buffer!)
}
