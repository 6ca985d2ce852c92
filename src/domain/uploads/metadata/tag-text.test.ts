import { expect, test } from 'vitest'
import { cleanTagText, isPlaceholderTag, parseFileName } from '#domain/uploads/metadata/tag-text.ts'

/** As a program reads UTF-8 that takes each byte for a letter. */
const misread = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const misreadOnWindows = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

test.each([
  ['Low Tide\0\0\0', 'Low Tide'],
  ['L\0o\0w\0', 'Low'],
  [' \n Low\r\n\tTide ', 'Low Tide'],
  ['Low\u202Eedit\u0007', 'Lowedit'],
  ['a\uD800b', 'ab'],
  ['Zoe\u0308', 'Zoë'],
  ['👩‍🎤 می‌خواهم', '👩‍🎤 می‌خواهم'],
  [misread('Café Größe – 東京'), 'Café Größe – 東京'],
  [misreadOnWindows('Don’t “go”'), 'Don’t “go”'],
  ['Zoë', 'Zoë'],
  ['Ã', 'Ã'],
  ['東京', '東京'],
  ['x'.repeat(5_000), 'x'.repeat(300)],
])('cleans the tag text %j to %j', (raw, read) => expect(cleanTagText(raw)).toBe(read))

test.each([null, undefined, '', '\0\0', ' \u200B ', '\uFFFD\uFFFD'])('treats the tag text %j as empty', (raw) =>
  expect(cleanTagText(raw)).toBeNull(),
)

test.each([null, ' ', 'Unknown', 'unknown artist', 'Untitled Track', 'Track 01', 'AudioTrack 3', 'track7'])(
  'treats %j as a placeholder, not a name',
  (words) => expect(isPlaceholderTag(words)).toBe(true),
)
test.each(['Unknown Pleasures', 'Track Record', 'Tracks of My Tears'])('%s is a name', (words) =>
  expect(isPlaceholderTag(words)).toBe(false),
)

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
])('parses track number, artist and title from the file name %s', (name, trackNumber, artist, title) =>
  expect(parseFileName(name)).toEqual({ trackNumber, artist, title }),
)
