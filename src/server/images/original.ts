import type { AsIsType } from '#domain/images/picture.ts'
import type { Site } from '#domain/sites/site.ts'

export type Bytes = Uint8Array<ArrayBuffer>

type Kept = {
  /** The first 16 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  width: number
  height: number
}

/** A picture as it was brought to us, which comes in widths and formats; they are made from its file. */
export type Photograph = Kept & { asIs: null; asFile: <T>(work: (file: string) => Promise<T>) => Promise<T> }

/** What is sent as it is. */
export type Drawing = Kept & { asIs: AsIsType; read: () => Promise<Bytes> }

export type Original = Photograph | Drawing

/** Where originals come from: a site's folder, or what its owner has uploaded. Null when this site has no such picture. */
export type FindOriginal = (
  site: Pick<Site, 'folder' | 'siteId'>,
  asked: { hash: string; name: string },
) => Promise<Original | null>
