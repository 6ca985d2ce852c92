import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { type Duration, durationSeconds } from '#domain/pages/content.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'

/** Structured data of a page (schema.org), for search engines. */
export type JsonLdThing = { '@type': string; [property: string]: unknown }

/** For a script element of type `application/ld+json`: no text in it can end the element or begin another. */
export const jsonLdScript = (thing: JsonLdThing): string =>
  withoutBidiControls(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
    .replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** The way from the home page to this one. */
export const breadcrumbJsonLd = (origin: string, steps: readonly { name: string; path: string }[]): JsonLdThing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, origin).href,
  })),
})

type DescribedSite = Pick<PublicSite, 'name' | 'description' | 'businessType' | 'social'> & {
  origin: string
  shareImage: string | null
}

const kinds: Record<PublicSite['businessType'], string> = {
  musician: 'MusicGroup',
  software: 'Organization',
  service: 'LocalBusiness',
}

/** Whose site this is. */
export const businessJsonLd = ({
  name,
  description,
  businessType,
  social,
  origin,
  shareImage,
}: DescribedSite): JsonLdThing => ({
  '@type': kinds[businessType],
  name,
  description,
  url: origin,
  ...(shareImage && { image: new URL(shareImage, origin).href }),
  sameAs: social.map(({ link }) => link),
})

type ReleaseFacts = {
  title: string
  released: string
  slug: string
  tracks: readonly { title: string; duration: Duration }[]
  image: string | null
}

/** `PT3M25S` */
const isoDuration = (seconds: number) => `PT${Math.floor(seconds / 60)}M${seconds % 60}S`

export const musicAlbumJsonLd = (
  { title, released, slug, tracks, image }: ReleaseFacts,
  { artist, origin }: { artist: string; origin: string },
): JsonLdThing => ({
  '@type': 'MusicAlbum',
  name: title,
  url: new URL(`/discography#${slug}`, origin).href,
  datePublished: released,
  ...(image && { image: new URL(image, origin).href }),
  byArtist: { '@type': 'MusicGroup', name: artist, url: origin },
  numTracks: tracks.length,
  track: tracks.map((track, index) => ({
    '@type': 'MusicRecording',
    position: index + 1,
    name: track.title,
    duration: isoDuration(durationSeconds(track.duration)),
  })),
})
