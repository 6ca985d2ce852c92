import { expect, test } from 'vitest'
import { saidByName } from '#domain/uploads/metadata/name.ts'

test.each([
  ['03 - Low Tide.wav', 3, null, 'Low Tide'],
  ['03. Low Tide.mp3', 3, null, 'Low Tide'],
  ['3_Low_Tide.flac', 3, null, 'Low Tide'],
  ['1-03 Low Tide.m4a', 3, null, 'Low Tide'],
  ['03 Low Tide.mp3', 3, null, 'Low Tide'],
  ['12 Low Tide.mp3', 12, null, 'Low Tide'],
  ['Marlow Quay - Low Tide.flac', null, 'Marlow Quay', 'Low Tide'],
  ['07 Marlow Quay – Low Tide.flac', 7, 'Marlow Quay', 'Low Tide'],
  ['Low Tide.MP3', null, null, 'Low Tide'],
  ['Low Tide (feat. Ann) v1.2.mp3', null, null, 'Low Tide (feat. Ann) v1.2'],
  ['99 Luftballons.mp3', null, null, '99 Luftballons'],
  ['1979.mp3', null, null, '1979'],
  ['00 - Intro.mp3', null, null, 'Intro'],
  ['Café.mp3', null, null, 'Café'],
  ['.mp3', null, null, null],
])('%s', (name, trackNumber, artist, title) => expect(saidByName(name)).toEqual({ trackNumber, artist, title }))
