import type { PublicMedia } from '#api/media.ts'
import { posterOf } from '#domain/media/poster.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = { item: PublicMedia; sizes: string; priority?: boolean }

/** Fills the box that it is put in. Where there is no picture, the site's own colours stand in. */
export function Poster({ item, sizes, priority }: Props) {
  const poster = posterOf(item)
  if (poster?.kind === 'picture')
    return <Picture picture={poster.picture} sizes={sizes} priority={priority} className="absolute inset-0" />
  if (poster)
    return (
      <img
        src={poster.address}
        alt={poster.alt}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    )
  return <span aria-hidden className="absolute inset-0 bg-(image:--gradient-features) bg-night" />
}
