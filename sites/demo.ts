import type { z } from 'zod'
import type { Announcement } from '#domain/announcements/announcement.ts'
import type { MediaItem } from '#domain/media/item.ts'
import type { ProductDraft } from '#domain/products/draft.ts'
import type { ProductStatus } from '#domain/products/product.ts'
import type { LocalDate } from '#domain/time/local-time.ts'
import type { ShowDraft } from '#domain/tour/draft.ts'
import { demoAnnouncements } from '#sites/musician/demo/announcements.ts'
import { demoCaptions } from '#sites/musician/demo/captions.ts'
import { demoMedia, demoMediaFiles } from '#sites/musician/demo/media.ts'
import { demoProducts as merchandise } from '#sites/musician/demo/products.ts'
import { demoShows } from '#sites/musician/demo/shows.ts'
import { demoProducts as licences } from '#sites/software/demo/products.ts'

/** What an announcement says before the database has given it an id. */
export type DemoAnnouncement = Omit<Announcement, 'id' | 'activityLogId' | 'createdAt'>

/** The same for something to watch or to hear. */
export type DemoMedia = Omit<MediaItem, 'id'>

/** What fills the empty database of a site, as seen from the day of the first start. */
export type Demo = {
  shows?: (today: LocalDate) => ShowDraft[]
  announcements?: (now: Date) => DemoAnnouncement[]
  media?: DemoMedia[]
  /** The files in the site's `media` folder that the items play. */
  mediaFiles?: string[]
  /** Captions of the gallery, by the file of the picture. */
  captions?: Readonly<Record<string, string>>
  /** The newest first. */
  products?: DemoProduct[]
  /** Some of it has been sold. */
  hasOrders?: boolean
}

/** A product by the names of its category, its pictures in the site's folder and its parts, which come before it. */
export type DemoProduct = Omit<z.input<typeof ProductDraft>, 'status' | 'categoryId' | 'images' | 'parts'> & {
  status: ProductStatus
  category: string
  images: string[]
  parts?: { product: string; options?: string[] }[]
  tracks?: readonly DemoTrack[]
  /** An archive in the site's `media` folder. */
  archive?: string
}

/** A recording in the site's `media` folder, and how loud it is from beginning to end: a thousand bytes as base64. */
export type DemoTrack = { file: string; peaks: string }

/** By the site's folder; a site that is not here starts empty. */
export const demos: Record<string, Demo> = {
  musician: {
    shows: demoShows,
    announcements: demoAnnouncements,
    media: demoMedia,
    mediaFiles: demoMediaFiles,
    captions: demoCaptions,
    products: merchandise,
    hasOrders: true,
  },
  software: { products: licences },
}
