import { ADTS, type AudioSample, AudioSampleSink, BlobSource, Input, MP3, MP4, OGG } from 'mediabunny'
import { normalizePeaks } from '#domain/previews/preview.ts'

/** The loudness of a whole track, decoded piece by piece; null where the browser cannot decode it. */
async function readPeaks(file: Blob): Promise<Uint8Array | null> {
  const input = new Input({ formats: [MP3, MP4, OGG, ADTS], source: new BlobSource(file) })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track || !(await track.canDecode())) return null
    const columns: number[] = []
    for await (const sample of new AudioSampleSink(track).samples()) columns.push(loudest(sample))
    return columns.length ? normalizePeaks(columns) : null
  } finally {
    input.dispose()
  }
}

function loudest(sample: AudioSample): number {
  const values = new Float32Array(sample.numberOfFrames * sample.numberOfChannels)
  sample.copyTo(values, { planeIndex: 0, format: 'f32' })
  sample.close()
  let max = 0
  for (const value of values) max = Math.max(max, Math.abs(value))
  return max
}

self.onmessage = async ({ data }: MessageEvent<Blob>) => self.postMessage(await readPeaks(data).catch(() => null))
