import { expect, test } from 'vitest'
import { playerForSource, playerFrameOrigins } from '#domain/media/player.ts'

const id = 'dQw4w9WgXcQ'
const spotify = 'track/4uLU6hMCjMI75M1A2tKUQC'

test.each([
  [
    `https://www.youtube.com/watch?v=${id}&t=3`,
    'YouTube',
    `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  ],
  [`https://youtu.be/${id}`, 'YouTube', `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`],
  [`https://www.youtube.com/shorts/${id}`, 'YouTube', `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`],
  ['https://vimeo.com/76979871', 'Vimeo', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/0a1b2c3d4e',
    'Vimeo',
    'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e&autoplay=1&dnt=1',
  ],
  [
    `https://music.youtube.com/watch?v=${id}`,
    'YouTube',
    `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  ],
  [`https://open.spotify.com/intl-de/${spotify}`, 'Spotify', `https://open.spotify.com/embed/${spotify}`],
  [
    'https://soundcloud.com/forss/unheard/s-AbC123',
    'SoundCloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Funheard%2Fs-AbC123&auto_play=true',
  ],
  [`https://open.spotify.com/${spotify}`, 'Spotify', `https://open.spotify.com/embed/${spotify}`],
  [
    'https://soundcloud.com/forss/flickermood',
    'SoundCloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&auto_play=true',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=small/',
    'Bandcamp',
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=large/artwork=small/transparent=true/',
  ],
])('%s is played in an iframe of %s', (source, platform, address) => {
  expect(playerForSource(source)).toMatchObject({ kind: 'frame', platform, address })
  expect(playerFrameOrigins).toContain(new URL(address).origin)
})

test('a path on the site is played as a file', () => {
  expect(playerForSource('/media/night-ferry.mp3')).toEqual({ kind: 'file', address: '/media/night-ferry.mp3' })
})

test.each([
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://user@youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/../evil',
  'javascript:alert(1)',
  '//evil.example/x.mp3',
  '/\\evil.example',
  'https://example.com/song.mp3',
  '',
])('rejects the source %s', (source) => expect(playerForSource(source)).toBeNull())
