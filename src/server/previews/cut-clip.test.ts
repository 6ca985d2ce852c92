import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADTS, EncodedPacketSink, FilePathSource, Input, MP3, MP4, OGG } from 'mediabunny'
import { afterAll, expect, test } from 'vitest'
import { ChildProcessError } from '#server/files/child-process.ts'
import { cutClipInChildProcess } from '#server/previews/preview-job.ts'
import {
  adtsAacFile,
  flacSourceSounds,
  m4a,
  oggOpus,
  oggVorbis,
  oversizedM4aFile,
  toneAt,
  toneWavFile,
  wavFile,
} from '#tests/fixtures/audio.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'stagedoor-cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
async function cutOf(bytes: Uint8Array, { startMs = null as number | null } = {}) {
  const [file, into] = [join(folder, `master-${count}`), join(folder, `clip-${count++}`)]
  await writeFile(file, bytes)
  const read = async (from: number, to: number) => bytes.subarray(from, to)
  const made = await cutClipInChildProcess({ into, startMs, withPeaks: true }, { bytes: bytes.length, read })
  return { ...made, file: into, master: file }
}

const soundIn = (file: string) => new Input({ formats: [MP3, MP4, OGG, ADTS], source: new FilePathSource(file) })

async function lengthOf(file: string): Promise<number> {
  using input = soundIn(file)
  return await input.computeDuration()
}

/** Without the heads that AAC has where there is no container. */
async function packetsOf(file: string): Promise<string[]> {
  using input = soundIn(file)
  const head = (await input.getFormat()) === ADTS ? 7 : 0
  const found: string[] = []
  for await (const { data } of new EncodedPacketSink((await input.getPrimaryAudioTrack())!).packets())
    found.push(Buffer.from(data.subarray(head)).toString('hex'))
  return found
}

test('cuts thirty seconds of an MP3 from one third on, without tags or re-encoding', async () => {
  const master = await readFile('sites/musician/media/night-ferry.mp3')
  const { file, peaks, ...clip } = await cutOf(master)
  expect(clip).toMatchObject({ ending: 'mp3', durationMs: 46_785, startMs: 15_595, ms: 30_000 })
  expect(await lengthOf(file)).toBeCloseTo(30, 0)
  const heard = await readFile(file)
  // A frame from the middle of the clip is in the recording, byte for byte.
  expect(master.includes(heard.subarray(200_000, 200_300))).toBe(true)
  expect(heard.includes('Night Ferry')).toBe(false)
  expect(peaks).toHaveLength(1000)
  expect(Math.max(...peaks!)).toBe(255)
  const elsewhere = await cutOf(master, { startMs: 3_000 })
  expect(elsewhere).toMatchObject({ startMs: 3_000, ms: 30_000 })
  expect(elsewhere.sha256).not.toBe(clip.sha256)
})

const lossy: [string, typeof m4a, string][] = [
  ['AAC', m4a, 'm4a'],
  ['Opus', oggOpus, 'ogg'],
  ['AAC without a container', adtsAacFile, 'm4a'],
  ['Vorbis', oggVorbis, 'ogg'],
]

test.each(firstCases(1, lossy))('cuts %s without re-encoding', async (_, master, ending) => {
  const { file, ...clip } = await cutOf(await master(60))
  expect(clip).toMatchObject({ ending, startMs: Math.round(clip.durationMs / 3), ms: 30_000 })
  expect(clip.durationMs).toBeGreaterThan(59_000)
  expect(await lengthOf(file)).toBeCloseTo(30, 0)
  const [heard, all] = [await packetsOf(file), await packetsOf(clip.master)]
  const from = all.indexOf(heard[0]!)
  expect(from / all.length).toBeCloseTo(1 / 3, 1)
  expect(heard).toEqual(all.slice(from, from + heard.length))
})

longTest.each([
  ['MP3', async () => readFile((await cutOf(await readFile('sites/musician/media/night-ferry.mp3'))).file)],
  ['AAC', () => m4a(12)],
  ['AAC without a container', () => adtsAacFile(12)],
  ['Opus', () => oggOpus(12)],
  ['Vorbis', () => oggVorbis(12)],
])('leaves out a third of a short track of %s', async (_, master) => {
  const whole = await master()
  for (const startMs of [null, 0, 11_000]) {
    const { file, ...clip } = await cutOf(whole, { startMs })
    expect(clip.ms / clip.durationMs).toBeCloseTo(2 / 3, 2)
    const [heard, all] = [await packetsOf(file), await packetsOf(clip.master)]
    expect(heard.length).toBeGreaterThan(all.length / 2)
    expect(heard.length).toBeLessThanOrEqual((all.length * 2) / 3 + 1)
  }
})

longTest.each([
  ['AAC', m4a],
  ['AAC without a container', adtsAacFile],
  ['Opus', oggOpus],
])('estimates the waveform of %s without decoding', async (_, master) => {
  const { peaks } = await cutOf(await master(5))
  expect(peaks![10]).toBeLessThan(peaks![500]!)
  expect(peaks![500]).toBeLessThan(peaks![990]!)
  expect(peaks![990]).toBeGreaterThan(4 * peaks![10]!)
})

longTest.each([
  [8_000, 8, 40.1],
  [11_025, 8, 31.23],
  [22_050, 16, 47.7],
  [48_000, 16, 31.23],
  [96_000, 24, 31.23],
  [192_000, 24, 2.5],
  [44_100, 16, 0.3],
])('cuts a WAV of %i Hz and %i bits to the right length', async (rate, bits, seconds) => {
  const { file, ...clip } = await cutOf(wavFile({ rate, bits, frames: Math.floor(rate * seconds) + 1 }, () => 0))
  expect(clip.ending).toBe('mp3')
  expect(await lengthOf(file)).toBeCloseTo(Math.min(30, (seconds * 2) / 3), 0)
})

longTest('24-bit, 32-bit and float WAV become the same MP3 as 16-bit WAV', async () => {
  const about = { rate: 96_000, bits: 16, frames: 96_000 }
  const sample = toneAt(about)
  const raised = (by: number) => (at: number, side: number) => sample(at, side) * 2 ** by
  const plain = await cutOf(wavFile(about, sample))
  expect(plain).toMatchObject({ ending: 'mp3', durationMs: 1_000, startMs: 333, ms: 666 })
  expect(plain.peaks![950]).toBeGreaterThan(3 * plain.peaks![50]!)
  for (const master of [
    wavFile({ ...about, bits: 24 }, raised(8)),
    wavFile({ ...about, bits: 24, isExtensible: true }, raised(8)),
    wavFile({ ...about, bits: 32 }, raised(16)),
    wavFile({ ...about, bits: 32, isFloat: true }, raised(8)),
    wavFile({ ...about, bits: 32, isFloat: true, isExtensible: true }, raised(8)),
  ])
    expect(await cutOf(master)).toMatchObject({ sha256: plain.sha256, peaks: plain.peaks, durationMs: 1_000 })
})

longTest.each(['two-sides', 'one-side', 'eight-bits-empty'] as const)(
  'a FLAC becomes the same MP3 as its WAV source: %s',
  async (name) => {
    const { sample, ...about } = flacSourceSounds[name]
    const [plain, flac] = [
      await cutOf(wavFile(about, sample)),
      await cutOf(await readFile(`tests/fixtures/flacs/${name}.flac`)),
    ]
    expect(flac).toMatchObject({ sha256: plain.sha256, durationMs: plain.durationMs, ms: plain.ms })
    expect(await lengthOf(flac.file)).toBeCloseTo(plain.ms / 1000, 0)
  },
)

test('encodes WAV and FLAC as MP3, equal sound to equal bytes', async () => {
  const [plain, flac] = [
    await cutOf(toneWavFile({ seconds: 0.5 })),
    await cutOf(await readFile('tests/fixtures/tone.flac')),
  ]
  expect(plain).toMatchObject({ ending: 'mp3', durationMs: 500, startMs: 167, ms: 333 })
  expect([...(await readFile(plain.file)).subarray(0, 3)].join()).not.toBe([...Buffer.from('RIF')].join())
  expect(flac.sha256).toBe(plain.sha256)
  expect(flac).toMatchObject({ ending: 'mp3', durationMs: 500, startMs: 167, ms: 333 })
  // It grows louder from the beginning to the end.
  for (const { peaks } of [plain, flac]) {
    const [first, middle, last] = [peaks![50]!, peaks![500]!, peaks![950]!]
    expect(first).toBeLessThan(middle)
    expect(middle).toBeLessThan(last)
  }
})

test.each([
  ['noise that calls itself a recording', () => Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.alloc(4000, 0x5a)])],
  ['a FLAC that is damaged', async () => (await readFile('tests/fixtures/tone.flac')).fill(0x55, 4000, 9000)],
  ['a recording that breaks off at once', () => toneWavFile({ seconds: 1 }).subarray(0, 44)],
  ['nothing', () => Buffer.alloc(0)],
])('makes no clip of %s and leaves no file', async (_, master) => {
  const before = (await readdir(folder)).filter((name) => name.startsWith('clip')).length
  await expect(cutOf(await master())).rejects.toThrow(ChildProcessError)
  expect((await readdir(folder)).filter((name) => name.startsWith('clip'))).toHaveLength(before)
})

test('rejects a track whose packets are too large for a recording', async () => {
  await expect(cutOf(await oversizedM4aFile(60))).rejects.toThrow(new ChildProcessError('the clip is too large'))
})

test('a track that cannot be read at the moment is retried', async () => {
  const read = async () => {
    throw new Error('the store is away')
  }
  const cut = cutClipInChildProcess(
    { into: join(folder, 'never'), startMs: null, withPeaks: false },
    { bytes: 4_000, read },
  )
  await expect(cut).rejects.toThrow(new Error('the store is away'))
  await expect(cut).rejects.not.toBeInstanceOf(ChildProcessError)
})
