import type { PublicMedia } from '#api/site/media.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = { item: PublicMedia; sizes: string; priority?: boolean }

/** Fills the box that it is put in. Where there is no picture, the site's own colours stand in. */
export function Poster({ item, sizes, priority }: Props) {
  if (item.poster)
    return <Picture picture={item.poster} sizes={sizes} priority={priority} className="absolute inset-0" />
  return <span aria-hidden className="absolute inset-0 bg-(image:--gradient-features) bg-night" />
}
