import { expect, test } from 'vitest'
import { MediaDraft } from '#domain/media/draft.ts'

const min = { kind: 'video', title: 'Night Ferry', source: 'https://vimeo.com/76979871' }
const faults = (draft: object) => {
  const { error } = MediaDraft.safeParse({ ...min, ...draft })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('a media item needs only kind, title and source, and is unpublished by default', () => {
  expect(MediaDraft.parse({ ...min, description: ' ' })).toEqual({
    ...min,
    description: null,
    duration: null,
    posterUrl: null,
    posterAlt: null,
    isPublished: false,
  })
  expect(faults({ source: `/media/files/${'0'.repeat(64)}/night-ferry.mp3` })).toEqual({})
})

test.each(['https://example.com/x.mp4', 'javascript:alert(1)', '//evil.example/x', '/admin', '', 'night ferry'])(
  'rejects the source %j and names what can be played',
  (source) =>
    expect(faults({ source })).toEqual({
      source: 'Please enter a link to YouTube, Vimeo, Spotify, SoundCloud, or Bandcamp, or upload a file.',
    }),
)

test.each(['http://vimeo.com/76979871', 'vimeo.com/76979871', ' https://vimeo.com/76979871 '])(
  'completes the link %j',
  (source) => expect(MediaDraft.parse({ ...min, source }).source).toBe('https://vimeo.com/76979871'),
)

test('explains how to get the embed link for a Bandcamp page', () => {
  expect(faults({ source: 'https://marlow.bandcamp.com/album/night-ferry' }).source).toContain('Share / Embed')
})

test('names every invalid field of a media item', () => {
  expect(faults({ kind: 'text', title: ' ', duration: 0.5 })).toEqual({
    kind: 'Please choose video or audio.',
    title: 'Please fill this in.',
    duration: 'Please enter the length in minutes and seconds, such as 4:12.',
  })
  expect(faults({ posterUrl: 'https://elsewhere.example/x.jpg', posterAlt: 'x' })).toEqual({
    posterUrl: 'Please upload the picture.',
  })
  expect(faults({ posterUrl: '/images/0123456789abcdef/x-640.jpeg' })).toEqual({
    posterAlt: 'Please describe the picture for people who cannot see it.',
  })
})
