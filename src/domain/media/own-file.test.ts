import { expect, test } from 'vitest'
import { fileExtensionOf } from '#domain/files/file-names.ts'
import { detectMediaType, isAmbiguousMp4, mediaFilePath, parseMediaFilePath } from '#domain/media/own-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\0\0\0\x20ftypisom....', 'video/mp4'],
  ['\0\0\0\x20ftypmp42....', 'video/mp4'],
  ['\0\0\0\x14ftypqt  ....', 'video/mp4'],
  ['\0\0\0\x20ftypM4A ....', 'audio/mp4'],
  ['\0\0\0\x18ftypmp42....isomM4A ', 'audio/mp4'],
  ['\0\0\0\x1cftypisom....iso2mp41M4A ', 'audio/mp4'],
  ['\0\0\0\x18ftypdash....iso6M4A ', 'audio/mp4'],
  ['\0\0\0\x14ftypmp42....isomM4A ', 'video/mp4'],
  ['\0\0\0\x1cftypM4V ....mp42isomM4A ', 'video/mp4'],
  ['\0\0\0\x1cftypmp42....isomM4A avc1', 'video/mp4'],
  ['\x1aE\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'video/webm'],
  [`OggS${'\0'.repeat(24)}\x01vorbis`, 'audio/ogg'],
  [`OggS${'\0'.repeat(24)}\x80theora`, 'video/ogg'],
  ['fLaC\0\0\0\x22', 'audio/flac'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  ['ID3\x04\0\0\0\0', 'audio/mpeg'],
  [`ID3\x04\0\0\0\0\x01\x02${'\0'.repeat(130)}fLaC`, 'audio/flac'],
  [`ID3\x04\0\x10\0\0\0\x02\0\x003DI\x04\0\x10\0\0\0\x02fLaC`, 'audio/flac'],
  [`ID3\x04\0\0\0\0\x01\x02${'\0'.repeat(130)}\xff\xfb\x90\x64`, 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
])('a file that starts with %j has the type %s', (head, type) => {
  expect(detectMediaType(bytes(head))).toBe(type)
  expect(fileExtensionOf(type)).not.toBe('bin')
})

test.each([
  ['a page', '<!doctype html><script>'],
  ['a picture of an iPhone', '\0\0\0\x20ftypheic....'],
  ['a Matroska film', '\x1aE\xdf\xa3\x9f\x42\x82\x88matroska'],
  ['a WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['a photograph', '\xff\xd8\xff\xe0'],
  ['an AAC stream', '\xff\xf1\x50\x80'],
  ['a program', 'MZ\x90\0'],
  ['nothing', ''],
])('rejects %s as a media file', (_, head) => expect(detectMediaType(bytes(head))).toBeNull())

test.each([
  ['\0\0\0\x18ftypmp42....isommp42', true],
  ['\0\0\0\x10ftypisom....', true],
  ['\0\0\0\x18ftypisom....iso2avc1', false],
  ['\0\0\0\x14ftypmp42....M4A ', false],
  ['\0\0\0\x14ftypM4V ....isom', false],
  ['\0\0\0\x14ftypheic....isom', false],
  ['fLaC', false],
  ['', false],
])('an MP4 that starts with %j does not say whether it has video: %s', (head, isAmbiguous) =>
  expect(isAmbiguousMp4(bytes(head))).toBe(isAmbiguous),
)

test('parses the path of a media file and rejects other paths', () => {
  const hash = '0123456789abcdef'.repeat(4)
  expect(parseMediaFilePath(mediaFilePath(hash, 'night-ferry.mp3'))).toEqual({ hash, name: 'night-ferry.mp3' })
  for (const path of [`/media/files/${hash}`, `/media/files/${hash}/`, `/media/files/${hash}/a/b`, '/media/files/x/y'])
    expect(parseMediaFilePath(path), path).toBeNull()
  expect(parseMediaFilePath(`/media/files/${hash}/..%2fx`)).toBeNull()
  expect(parseMediaFilePath(`/media/files/${hash.toUpperCase()}/x.mp3`)).toBeNull()
})
