import { describe, expect, test } from 'vitest'
import * as zip from '#domain/uploads/zip.ts'
import { type AlbumFile, zipEntries, zipFileName, zipName } from '#domain/uploads/zip.ts'

test('the limits of archives match the specification', () => {
  expect([zip.workerStartMs, zip.workerPingMs, zip.zipTimeoutMs, zip.zipRetries, zip.zipCompressionLevel]).toEqual([
    5_000, 5_000, 300_000, 2, 6,
  ])
  expect(zip.spaceToMakeZip(200)).toBe(300)
  expect(zip.zipStages).toEqual(['initializing', 'processing', 'generating', 'complete'])
})

test('needs room for the archive and its two largest compressed parts', () => {
  expect(zip.spaceToMakeZip(200, [20, 30, 10])).toBe(300)
  expect(zip.spaceToMakeZip(200, [10, 180, 10])).toBe(390)
  expect(zip.spaceToMakeZip(200, [200])).toBe(400)
})

test.each([
  ['audio/wav', 6],
  ['audio/mpeg', 0],
  ['audio/flac', 0],
  ['image/jpeg', 0],
])('compresses %s at level %i', (type, level) => expect(zip.compressionLevelFor(type)).toBe(level))

describe('names in an archive', () => {
  test.each([
    ['Nächte am Ufer?', 'nächte_am_ufer_'],
    ['a/b\\c:d*e"f<g>h|i', 'a_b_c_d_e_f_g_h_i'],
    ['Two  Spaces\tand a tab', 'two__spaces_and_a_tab'],
    ['No\u0000thing\u202Ehidden…', 'nothinghidden…'],
    ['Ends in dots...', 'ends_in_dots'],
    ['A\u0308hre', 'ähre'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('the name %j in an archive becomes %j', (words, safe) => expect(zipFileName(words)).toBe(safe))

  test('names the archive after the product', () => {
    expect(zipName('The Long Fetch')).toBe('the_long_fetch.zip')
    expect(zipName(' ... ')).toBe('album.zip')
  })

  const file = (name: string, title = name, number: number | null = null): AlbumFile => ({
    fileType: 'tracks',
    name,
    title,
    number,
  })
  const cover = (name: string): AlbumFile => ({ ...file(name), fileType: 'cover' })
  const names = (...files: AlbumFile[]) => zipEntries(files).map(({ name }) => name)

  test('names tracks in an archive with track number and extension', () => {
    expect(names(file('x.mp3', 'Low Water', 3), file('b.FLAC', 'Öresund: Nacht', 12), file('c.wav', '…', 112))).toEqual(
      ['03_low_water.mp3', '12_öresund__nacht.flac', '112_….wav'],
    )
    expect(names(file('without ending', ' ', 1))).toEqual(['01_track.mp3'])
  })

  test.each([
    ['not all have one', [1, null]],
    ['two have the same', [1, 1]],
    ['the album has another order', [2, 1]],
  ])('numbers the tracks of an archive by position where %s', (_, numbers) => {
    expect(names(...numbers.map((number) => file('a.mp3', 'Tide', number)))).toEqual(['01_tide.mp3', '02_tide.mp3'])
  })

  test('an album archive ends with the newest cover and contains no other archives', () => {
    const archive: AlbumFile = { ...file('all.zip'), fileType: 'album' }
    expect(names(cover('old.png'), file('a.wav', 'A'), cover('New One.JPEG'), archive)).toEqual([
      '01_a.wav',
      'cover.jpeg',
    ])
    expect(names(file('a.wav', 'A'), cover('without ending'))).toEqual(['01_a.wav', 'cover.jpg'])
    expect(names(cover('alone.png'))).toEqual([])
  })
})
