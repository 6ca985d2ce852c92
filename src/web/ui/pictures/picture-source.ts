import { buildSrcSet, fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'

/** When the tall picture of two is shown. `picture.css` asks the same. */
export const portraitMedia = '(orientation: portrait)'
const whenWide = '(orientation: landscape)'

export type PictureShapes = { wide: Picture; tall?: Picture | null }

/**
 * The attributes of the `<link>`s that let a browser fetch a page's first picture before it has read the page. Only for
 * AVIF: a browser that cannot show it ignores the link and finds the picture a little later.
 */
export function picturePreloadLinks({ wide, tall }: PictureShapes, sizes: string) {
  if (!tall) return [preload(wide, sizes)]
  return [
    { ...preload(tall, sizes), media: portraitMedia },
    { ...preload(wide, sizes), media: whenWide },
  ]
}

function preload(picture: Picture, sizes: string) {
  const always = { rel: 'preload', as: 'image', fetchPriority: 'high' } as const
  return picture.asIs
    ? { ...always, href: fallbackImagePath(picture) }
    : { ...always, type: 'image/avif', imageSrcSet: buildSrcSet(picture, 'avif'), imageSizes: sizes }
}
