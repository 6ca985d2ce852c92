import { expect, test } from 'vitest'
import { fileTypeOf, storedKindOf, wrongKind } from '#domain/uploads/kinds.ts'

const bytes = (text: string) => Uint8Array.from(text.padEnd(64, '\0'), (one) => one.charCodeAt(0))
const samples = {
  mp3: bytes('ID3\x04'),
  'bare mp3': bytes('\xff\xfb\x90\x64'),
  flac: bytes('fLaC'),
  wav: bytes('RIFF....WAVEfmt '),
  m4a: bytes('\0\0\0\x20ftypM4A '),
  aac: bytes('\xff\xf1\x50\x80'),
  ogg: bytes('OggS'),
  zip: bytes('PK\x03\x04'),
  'empty zip': bytes('PK\x05\x06'),
  jpeg: bytes('\xff\xd8\xff\xe0'),
  png: bytes('\x89PNG\r\n\x1a\n'),
  gif: bytes('GIF89a'),
  film: bytes('\0\0\0\x20ftypisom'),
  drawing: bytes('<svg xmlns="x">'),
  page: bytes('<!doctype html>'),
  program: bytes('\x7fELF'),
  nothing: new Uint8Array(),
}

test.each([
  ['mp3', 'audio/mpeg'],
  ['bare mp3', 'audio/mpeg'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
  ['m4a', 'audio/mp4'],
  ['aac', 'audio/aac'],
  ['ogg', 'audio/ogg'],
  ['zip', 'application/zip'],
  ['empty zip', 'application/zip'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
] as const)('%s is %s', (name, type) => expect(storedKindOf(samples[name])?.type).toBe(type))

test.each(['gif', 'film', 'drawing', 'page', 'program', 'nothing'] as const)('%s is not sold here', (name) => {
  expect(storedKindOf(samples[name])).toBeNull()
})

test('a zip is no track, a track is no album, and neither is a cover', () => {
  const [sound, zip] = [storedKindOf(samples.mp3), storedKindOf(samples.zip)]
  expect([wrongKind('tracks', sound), wrongKind('album', zip)]).toEqual([null, null])
  expect([wrongKind('tracks', zip), wrongKind('album', sound), wrongKind('cover', zip)]).toEqual([
    'upload-not-audio',
    'upload-not-zip',
    'upload-not-picture',
  ])
  expect(wrongKind('tracks', null)).toBe('upload-not-audio')
})

test.each([
  ['Album.ZIP', 'album'],
  ['cover.jpeg', 'cover'],
  ['01 Tide.flac', 'tracks'],
  ['anything', 'tracks'],
])('%s is sent as one of the %s', (name, fileType) => expect(fileTypeOf(name)).toBe(fileType))
