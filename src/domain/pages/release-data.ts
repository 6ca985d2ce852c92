import { type Duration, secondsOf } from '#domain/pages/content.ts'
import type { Thing } from '#domain/pages/structured-data.ts'

type Released = {
  title: string
  year: number
  slug: string
  tracks: readonly { title: string; duration: Duration }[]
  image: string
}

/** `PT3M25S` */
const lasting = (seconds: number) => `PT${Math.floor(seconds / 60)}M${seconds % 60}S`

export const musicAlbum = (
  { title, year, slug, tracks, image }: Released,
  { artist, origin }: { artist: string; origin: string },
): Thing => ({
  '@type': 'MusicAlbum',
  name: title,
  url: new URL(`/discography#${slug}`, origin).href,
  datePublished: String(year),
  image: new URL(image, origin).href,
  byArtist: { '@type': 'MusicGroup', name: artist, url: origin },
  numTracks: tracks.length,
  track: tracks.map((track, index) => ({
    '@type': 'MusicRecording',
    position: index + 1,
    name: track.title,
    duration: lasting(secondsOf(track.duration)),
  })),
})
