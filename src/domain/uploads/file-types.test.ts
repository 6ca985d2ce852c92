import { expect, test } from 'vitest'
import { detectFileKind, fileTypeByName, fileTypeRefusal } from '#domain/uploads/file-types.ts'

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
] as const)('detects the type of a %s file as %s', (name, type) =>
  expect(detectFileKind(samples[name])?.type).toBe(type),
)

test.each(['gif', 'film', 'drawing', 'page', 'program', 'nothing'] as const)(
  'detects no accepted type for: %s',
  (name) => {
    expect(detectFileKind(samples[name])).toBeNull()
  },
)

/** Like the files of many recorders: the first bytes do not say whether there is video. */
const ambiguous = bytes('\0\0\0\x18ftypmp42\0\0\0\0isommp42')

test.each([
  ['a recorder’s file that is called a recording', ambiguous, 'Rehearsal.M4A', 'audio/mp4'],
  ['one whose list of brands is filled up', bytes('\0\0\0\x1cftypisom\0\0\0\0isommp41\0\0\0\0'), 'a.m4a', 'audio/mp4'],
  ['the same file when it is called a film', ambiguous, 'Rehearsal.mp4', undefined],
  ['the same file without a name', ambiguous, undefined, undefined],
  ['one that says that it is a film', bytes('\0\0\0\x18ftypmp42\0\0\0\0isomavc1'), 'a.m4a', undefined],
  ['a film of a camera', bytes('\0\0\0\x14ftypqt  \0\0\0\0qt  '), 'a.m4a', undefined],
  ['a page that is called a recording', samples.page, 'a.m4a', undefined],
  ['an MP3 that is called otherwise', samples.mp3, 'a.m4a', 'audio/mpeg'],
])('detects the type of %s', (_, head, name, type) => expect(detectFileKind(head, name)?.type).toBe(type))

test('rejects a zip as track, a track as album, and both as cover', () => {
  const [sound, zip] = [detectFileKind(samples.mp3), detectFileKind(samples.zip)]
  expect([fileTypeRefusal('tracks', sound), fileTypeRefusal('album', zip)]).toEqual([null, null])
  expect([fileTypeRefusal('tracks', zip), fileTypeRefusal('album', sound), fileTypeRefusal('cover', zip)]).toEqual([
    'upload-not-audio',
    'upload-not-zip',
    'upload-not-picture',
  ])
  expect(fileTypeRefusal('tracks', null)).toBe('upload-not-audio')
})

test.each([
  ['Album.ZIP', 'album'],
  ['cover.jpeg', 'cover'],
  ['01 Tide.flac', 'tracks'],
  ['anything', 'tracks'],
])('the file name %s selects the file type %s', (name, fileType) => expect(fileTypeByName(name)).toBe(fileType))
