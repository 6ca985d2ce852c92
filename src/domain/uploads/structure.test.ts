import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasValidFileStructure } from '#domain/uploads/structure.ts'
import { adtsAacFile, m4a, oggOpus, oggVorbis, toneWavFile } from '#tests/fixtures/audio.ts'
import { mp3OfSize, zipWithFile } from '#tests/fixtures/file-bytes.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'

const checked = (type: string, bytes: Buffer) =>
  hasValidFileStructure(type, async (from, to) => new Uint8Array(bytes.subarray(from, to)), bytes.length)

const demo = (name: string) => readFileSync(`sites/musician/media/${name}.mp3`)
const flac = readFileSync('tests/fixtures/flacs/two-sides.flac')
const program = Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_000, 'This program cannot be run in DOS mode.')])
const after = (beginning: string | Buffer, rest = program) => Buffer.concat([Buffer.from(beginning), rest])

const sound: [string, string, Buffer][] = [
  ['an archive', 'application/zip', zipWithFile('music')],
  ['the demo’s archive', 'application/zip', readFileSync('sites/software/media/setlight-licence.zip')],
  ['an archive with a comment', 'application/zip', withComment(zipWithFile('music'), 'by hand')],
  ['an MP3 with tags', 'audio/mpeg', demo('night-ferry')],
  ['an MP3 without tags', 'audio/mpeg', demo('night-ferry').subarray(tagsOf(demo('night-ferry')))],
  ['an MP3 with a tag at its end', 'audio/mpeg', after(mp3OfSize(200), Buffer.alloc(128, 'TAG'))],
  ['a WAV', 'audio/wav', toneWavFile({ seconds: 1 })],
  ['a WAV with tags', 'audio/wav', taggedWavFile({ INAM: 'Tide' })],
  ['an M4A', 'audio/mp4', await m4a(2)],
  ['an OGG of Vorbis', 'audio/ogg', await oggVorbis(2)],
  ['an OGG of Opus', 'audio/ogg', await oggOpus(2)],
  ['a FLAC', 'audio/flac', flac],
  ['AAC', 'audio/aac', await adtsAacFile(2)],
]

test.each(sound)('accepts %s', async (_, type, bytes) => {
  expect(await checked(type, bytes)).toBe(true)
})

test.each<[string, string, Buffer]>([
  ['a program behind the beginning of a zip', 'application/zip', after('PK\x03\x04')],
  ['the beginning of a zip and words', 'application/zip', Buffer.from('PK\x03\x04 not a zip at all')],
  ['an archive with nothing in it', 'application/zip', after('PK\x05\x06', Buffer.alloc(18))],
  ['an archive whose files are gone', 'application/zip', zipWithFile(Buffer.alloc(500)).subarray(300)],
  ['a program behind a tag', 'audio/mpeg', after('ID3\x04\0\0\0\0\0\0')],
  ['a program behind three letters', 'audio/mpeg', after('ID3')],
  ['one frame and a program', 'audio/mpeg', after(Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0), Buffer.alloc(413)]))],
  ['a program behind the beginning of a WAV', 'audio/wav', after('RIFF\xff\xff\0\0WAVE')],
  ['a WAV without samples', 'audio/wav', toneWavFile({ seconds: 1 }).subarray(0, 44)],
  ['a program behind the beginning of an M4A', 'audio/mp4', after('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42')],
  ['a program behind the beginning of an OGG', 'audio/ogg', after('OggS\0\x02')],
  ['a program behind the first page of an OGG', 'audio/ogg', after((await oggVorbis(1)).subarray(0, 58))],
  ['a program behind the beginning of a FLAC', 'audio/flac', after('fLaC')],
])('rejects %s', async (_, type, bytes) => {
  expect(await checked(type, bytes)).toBe(false)
})

test('rejects a file truncated anywhere in its directory', async () => {
  const zip = zipWithFile(Buffer.alloc(200), 'Low Water.mp3')
  for (let length = 4; length < zip.length; length++)
    expect(await checked('application/zip', zip.subarray(0, length)), String(length)).toBe(false)
})

test('does not check the structure of other types', async () => {
  expect(await checked('image/png', program)).toBe(true)
})

function withComment(zip: Buffer, words: string): Buffer {
  const copy = Buffer.from(zip)
  copy.writeUInt16LE(words.length, copy.length - 2)
  return Buffer.concat([copy, Buffer.from(words)])
}

function tagsOf(mp3: Buffer): number {
  return 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | mp3[at]!, 0)
}
