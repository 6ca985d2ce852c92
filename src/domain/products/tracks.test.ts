import { expect, test } from 'vitest'
import { tracksIn } from '#domain/products/tracks.ts'

test('an album lists its songs in their order, with how long they are where that is known', () => {
  const tracks = [
    { id: 'a-file', title: 'Low Tide', trackNumber: 2, durationFormatted: '4:05' },
    { title: ' Ebb ', trackNumber: 1 },
    { title: '', trackNumber: 3 },
    null,
    'Flow',
  ]
  expect(tracksIn({ tracks })).toEqual([
    { title: 'Ebb', duration: null, fileId: null },
    { title: 'Low Tide', duration: '4:05', fileId: 'a-file' },
  ])
})

test.each([null, {}, { tracks: 'ten' }, { tracks: [] }])('%j has none', (metadata) => {
  expect(tracksIn(metadata)).toEqual([])
})
