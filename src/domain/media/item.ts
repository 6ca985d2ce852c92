export const mediaKinds = ['video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** So many are shown to visitors. */
export const maxMediaShown = 200

/** Something to watch or to hear: a file of the site's own, or a link to where it is. */
export type MediaItem = {
  id: string
  kind: MediaKind
  title: string
  description: string | null
  /** A path of this site for an own file, or the address at a platform that we know how to show. */
  source: string
  /** Seconds, where they are known. */
  duration: number | null
  posterUrl: string | null
  posterAlt: string | null
  /** The lowest comes first. */
  position: number
  isPublished: boolean
}
