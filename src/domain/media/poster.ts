import { imageBase } from '#domain/images/addresses.ts'
import { askedImage } from '#domain/images/asked-image.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { MediaItem } from '#domain/media/item.ts'

/** What is shown before anything plays. */
export type Poster = { kind: 'picture'; picture: Picture } | { kind: 'file'; address: string; alt: string }

const wide = 9 / 16

/**
 * One of the site's own pictures comes in every width up to the one that its address names, and is cut to the shape of a
 * screen. A picture that is kept elsewhere is not shown: to ask for it would tell others who looks at this page.
 */
export function posterOf({ posterUrl, posterAlt }: Pick<MediaItem, 'posterUrl' | 'posterAlt'>): Poster | null {
  if (!posterUrl || !/^\/[^/\\]/.test(posterUrl)) return null
  const alt = posterAlt ?? ''
  const asked = askedImage(posterUrl)
  if (!asked || !('size' in asked) || asked.size.height) return { kind: 'file', address: posterUrl, alt }
  const { width } = asked.size
  const base = imageBase(asked.hash, asked.name)
  return {
    kind: 'picture',
    picture: { base, width, height: Math.round(width * wide), placeholder: null, alt, asIs: null },
  }
}
