import { z } from 'zod'
import { firstYear, lastYear, maxTracks } from '#domain/uploads/metadata/file-tags.ts'
import { cleanTagText } from '#domain/uploads/metadata/tag-text.ts'

/** Null or only spaces removes the owner's word. */
const textChange = z.string().max(1_000).transform(cleanTagText).pipe(z.string().nullable()).nullable().optional()
const year = z.int().min(firstYear).max(lastYear).nullable().optional()

/** The owner's words about a track; only changed fields. */
export const TrackChange = z.strictObject({
  title: textChange,
  artist: textChange,
  trackNumber: z.int().min(1).max(maxTracks).nullable().optional(),
  genre: textChange,
  year,
  composer: textChange,
})
export type TrackChange = z.output<typeof TrackChange>

/** The owner's words about the album. */
export const AlbumChange = z.strictObject({ album: textChange, artist: textChange, year, genre: textChange })
export type AlbumChange = z.output<typeof AlbumChange>
