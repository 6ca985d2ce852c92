import { described, type FileTags, noTags } from '#domain/uploads/metadata/track.ts'
import type { UploadOptions } from '#domain/uploads/options.ts'
import { readTags } from '#web/admin/uploads/tracks/read-tags.ts'

/** What was read from files that are on their way, as long as this page is open. */
const read = new WeakMap<UploadOptions, FileTags>()

/** How a recording is sent: with what it says of itself. */
export async function trackOptions(file: File, options: UploadOptions): Promise<UploadOptions> {
  const tags = await readTags(file)
  const { title, trackNumber, artist } = described({ id: '', name: file.name, tags, words: {} }, 1)
  const said: UploadOptions = {
    ...options,
    trackTitle: title,
    ...(trackNumber && { trackNumber }),
    ...(artist && { artist }),
  }
  read.set(said, tags)
  return said
}

/** What is known of a recording that is on its way; after a reload, what was said when it was sent. */
export function tagsOnTheWay(options: UploadOptions): FileTags {
  const { trackTitle: title = null, trackNumber = null, artist = null } = options
  return read.get(options) ?? { ...noTags, hasTags: title !== null, title, trackNumber, artist }
}
