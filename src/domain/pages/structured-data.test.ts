import { expect, test } from 'vitest'
import { musicAlbumJsonLd } from '#domain/pages/structured-data.ts'

test('the structured data of a record has its artist and the duration of each track', () => {
  const record = { title: 'Night Ferry', released: '2026', slug: 'night-ferry', image: '/images/0/cover-1280.jpeg' }
  const tracks = [{ title: 'Foot Passengers', duration: '3:05' as const }]
  expect(
    musicAlbumJsonLd({ ...record, tracks }, { artist: 'Marlow Quay', origin: 'https://marlow.example' }),
  ).toMatchObject({
    '@type': 'MusicAlbum',
    url: 'https://marlow.example/discography#night-ferry',
    datePublished: '2026',
    byArtist: { name: 'Marlow Quay' },
    track: [{ position: 1, name: 'Foot Passengers', duration: 'PT3M5S' }],
  })
})
