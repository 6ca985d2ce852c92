import { expect, test } from 'vitest'
import { parseAlbumTracks } from '#domain/products/tracks.ts'

test('lists the tracks of an album by number, with their duration if it is known', () => {
  const tracks = [
    { id: 'a-file', title: 'Low Tide', trackNumber: 2, durationFormatted: '4:05' },
    { title: ' Ebb ', trackNumber: 1 },
    { title: '', trackNumber: 3 },
    null,
    'Flow',
  ]
  expect(parseAlbumTracks({ tracks })).toEqual([
    { title: 'Ebb', duration: null, fileId: null },
    { title: 'Low Tide', duration: '4:05', fileId: 'a-file' },
  ])
})

test.each([null, {}, { tracks: 'ten' }, { tracks: [] }])('metadata %j has no tracks', (metadata) => {
  expect(parseAlbumTracks(metadata)).toEqual([])
})
