import type { Picture } from '#domain/images/picture.ts'
import type { Site } from '#domain/sites/site.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** A picture as it was brought to us, and how to get at its bytes. */
export type Original = Pick<Picture, 'width' | 'height' | 'asIs'> & {
  /** The first 16 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  read: () => Promise<Bytes>
}

/** Where originals come from: a site's folder, or what its owner has uploaded. Null when this site has no such picture. */
export type FindOriginal = (
  site: Pick<Site, 'folder' | 'siteId'>,
  asked: { hash: string; name: string },
) => Promise<Original | null>
