import { EncodedPacketSink, FilePathSource, FLAC, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { decodeFlacFrame } from '#server/previews/flac-decoder.ts'
import { flacSourceSounds } from '#tests/fixtures/audio.ts'

test.each(Object.keys(flacSourceSounds) as (keyof typeof flacSourceSounds)[])(
  'decodes every sample of a FLAC exactly: %s',
  async (name) => {
    const { sample, rate, bits, frames, ...about } = flacSourceSounds[name]
    const sides = 'channels' in about ? about.channels : 2
    using input = new Input({ formats: [FLAC], source: new FilePathSource(`tests/fixtures/flacs/${name}.flac`) })
    const decoded: number[][] = Array.from({ length: sides }, () => [])
    for await (const { data } of new EncodedPacketSink((await input.getPrimaryAudioTrack())!).packets()) {
      // The frames are enough: the stream header is not needed.
      const { channels, sampleRate } = decodeFlacFrame(data, { sampleRate: 0, bitsPerSample: 0 })
      expect([channels.length, sampleRate]).toEqual([sides, rate])
      for (const [side, channel] of channels.entries())
        for (const value of channel) decoded[side]!.push(value * 2 ** (bits - 1))
    }
    for (const [side, numbers] of decoded.entries())
      expect(numbers).toEqual(Array.from({ length: frames }, (_, at) => sample(at, side)))
  },
)
