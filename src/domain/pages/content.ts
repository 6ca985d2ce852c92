import type { StreamingLink } from '#domain/pages/streaming.ts'
import type { FeatureListPage, StandardListPage } from '#domain/sites/pages.ts'
import { isLocalDate } from '#domain/time/local-time.ts'

/** The content in a site's file: all texts of its pages that are neither in the database nor in Markdown files. */
export type SiteContent = {
  home: HomeContent
  pages: PageTexts
  notFound: MessageWithLink & { title: string; image?: ImageName | null }
  /** In the order of the pages, the newest first. */
  releases: Release[]
  /** In the order of the pages, the newest first. */
  awards: Award[]
  press: PressQuote[]
}

/** A path of the site or an address elsewhere, and what the link says. */
export type LabelledLink = { target: string; label: string }

/** A sentence in the site's own tone and the one thing to do next. */
type MessageWithLink = { text: string; action: LabelledLink | null }

/** The name of a file in the site's `images` folder; its size, placeholder and alternative text are in `images.json`. */
export type ImageName = string

export const homeSections = ['tour', 'release', 'gallery', 'shop', 'media', 'press', 'highlights'] as const
export type HomeSection = (typeof homeSections)[number]

export type HomeContent = {
  /** The second picture is for windows that are taller than wide. */
  hero: { line: string; image: ImageName; portrait: ImageName | null; action: LabelledLink | null }
  intro: { heading: string; text: string; image: ImageName | null; action: LabelledLink | null }
  /** A section without a heading is not on this site's home page. */
  headings: Partial<Record<HomeSection, string>>
  highlights: { title: string; text: string }[]
}

export type PageText = {
  title: string
  /** For search engines and link previews. */
  description: string
  /** Below the title. */
  intro: string
}

export type ListText = PageText & {
  /** Instead of the list when nothing is in it. */
  empty: MessageWithLink
  /** Beside an entry of the list that has no picture of its own: a show. */
  image?: ImageName | null
}

export type PageTexts = { contact: PageText } & Record<StandardListPage, ListText> &
  Partial<Record<FeatureListPage, ListText>>

export const releaseKinds = ['album', 'EP', 'single'] as const

export const releaseKindLabels: Record<Release['kind'], string> = { album: 'Album', EP: 'EP', single: 'Single' }

export type Release = {
  slug: string
  title: string
  kind: (typeof releaseKinds)[number]
  /** `2026`, or `2026-04-17` where the day is known. */
  released: string
  cover: ImageName | null
  /** What the cover shows; without it the words in `images.json`. */
  coverAlt?: string | null
  text: string
  credits: string
  tracks: Track[]
  /** The slug of the product that sells it. */
  product: string | null
  links?: StreamingLink[]
}

export const isReleaseDate = (text: string): boolean =>
  /^(19|20|21)\d\d$/.test(text) || (isLocalDate(text) && text >= '1900' && text < '2200')

export const releaseYear = ({ released }: Pick<Release, 'released'>): number => Number(released.slice(0, 4))

/** `4:05`, or `1:02:30` from an hour on. */
export type Duration = string
export type Track = { title: string; duration: Duration }

export const awardResults = ['won', 'shortlisted', 'nominated'] as const

export const awardResultLabels: Record<Award['result'], string> = {
  won: 'Won',
  shortlisted: 'Shortlisted',
  nominated: 'Nominated',
}

export type Award = {
  year: number
  title: string
  by: string
  result: (typeof awardResults)[number]
  work: string | null
  text: string | null
  /** The object that was won. */
  image?: ImageName | null
  /** What the picture shows; without it the words in `images.json`. */
  imageAlt?: string | null
}

export type PressQuote = {
  quote: string
  source: string
  author: string | null
  year: number
  link: string | null
}

export const isDuration = (text: string): boolean => /^((\d{1,2}:)?[0-5]\d|\d):[0-5]\d$/.test(text)

export const durationSeconds = (duration: Duration): number =>
  duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)

export function totalTrackDuration(tracks: Track[]): Duration {
  const total = tracks.reduce((seconds, track) => seconds + durationSeconds(track.duration), 0)
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`
}
