import { expect, test } from 'vitest'
import { digitalMetadataOf } from '#domain/uploads/metadata/album.ts'
import { emptyFileTags } from '#domain/uploads/metadata/track.ts'
import { bitrateText, coverText, tagOriginText, trackTotalText } from '#web/admin/uploads/tracks/track-texts.ts'

const tags = { ...emptyFileTags, hasTags: true, title: 'Ebb', artist: 'Marlow Quay', duration: 61, bitrate: 320_000 }
const tagged = { id: 'a', name: '01 Ebb.mp3', tags, words: { title: 'Ebb!' } }
const plain = { id: 'b', name: 'b.mp3', tags: null, words: {} }

test('names the sources of a track in one sentence', () => {
  const { tracks } = digitalMetadataOf([tagged, plain], {})
  expect(tagOriginText(tracks[0]!)).toBe(
    'Title entered by you; artist from the tags; number from the file name; length and bitrate from the audio.',
  )
  expect(tagOriginText(tracks[1]!)).toBe('Title from the file name; artist from the album.')
})

test('sums up tracks, duration and tags', () => {
  const wordsFor = (...files: (typeof tagged | typeof plain)[]) => {
    const { tracks, totals } = digitalMetadataOf(files, {})
    return trackTotalText(tracks, totals)
  }
  expect(wordsFor(tagged)).toBe('1 track, 1:01 long; all with tags.')
  expect(wordsFor(tagged, tagged, plain)).toBe('3 tracks, 2:02 long, for 2 of them; 2 with tags.')
  expect(wordsFor(plain)).toBe('1 track; none with tags.')
})

test('formats bitrate and cover size', () => {
  expect([bitrateText(1_411_200), bitrateText(null)]).toEqual(['1,411 kbit/s', 'unknown'])
  expect([coverText({ type: 'image/jpeg', bytes: 120_400 }), coverText(null)]).toEqual(['JPEG, 120 KB', 'none'])
})
