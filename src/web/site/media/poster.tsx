import type { PublicMedia } from '#api/site/media.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Props = { item: PublicMedia; sizes: string; priority?: boolean }

/** Fills its box; without a picture it shows the site's gradient. */
export function MediaPoster({ item, sizes, priority }: Props) {
  if (item.poster)
    return <Picture picture={item.poster} sizes={sizes} priority={priority} className="absolute inset-0" />
  return <span aria-hidden className="absolute inset-0 bg-(image:--gradient-features) bg-night" />
}
