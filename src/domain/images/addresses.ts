import {
  fallbackWidthOf,
  type ImageFormat,
  imageFormats,
  type Picture,
  shareImageSize,
  type UnconvertedType,
  unconvertedTypes,
  type VariantSize,
  variantWidthsOf,
} from '#domain/images/picture.ts'

/** The parts of a picture's address. */
type Sized = Pick<Picture, 'base' | 'width' | 'height' | 'asIs'>

/** The hash of the original is part of the address, so what is there never changes and may be kept for a year. */
export const imageBasePath = (hash: string, name: string): string => `/images/${hash}/${name}`

export const imageVariantPath = ({ base }: Pick<Picture, 'base'>, width: number, format: ImageFormat): string =>
  `${base}-${width}.${format}`

/** The photograph for link previews, which are shown in one shape everywhere. */
export const shareImagePath = ({ base }: Pick<Picture, 'base'>): string =>
  `${base}-${shareImageSize.width}x${shareImageSize.height}.jpeg`

/** For `srcset`; `query` is put behind each address. Empty for what is sent as it is. */
export const buildSrcSet = (picture: Sized, format: ImageFormat, query = ''): string =>
  variantWidthsOf(picture)
    .map((width) => `${imageVariantPath(picture, width, format)}${query} ${width}w`)
    .join(', ')

/** The one address for those who take only one: wide enough to be worth looking at, in a format that all can show. */
export function fallbackImagePath(picture: Sized): string {
  if (picture.asIs) return `${picture.base}.${picture.asIs}`
  return imageVariantPath(picture, fallbackWidthOf(picture), 'jpeg')
}

/** The picture and form that an address names. It may not exist. */
export type ParsedImagePath = { hash: string; name: string } & (
  | { size: VariantSize; format: ImageFormat }
  | { asIs: UnconvertedType }
)

const start = '^/images/(?<hash>[0-9a-f]{16})/(?<name>[a-z0-9][a-z0-9-]*)'
const number = '[1-9][0-9]{0,4}'
const variantPattern = new RegExp(
  `${start}-(?<width>${number})(?:x(?<height>${number}))?\\.(?<format>${imageFormats.join('|')})$`,
)
const unconvertedPattern = new RegExp(`${start}\\.(?<asIs>${unconvertedTypes.join('|')})$`)

export function parseImagePath(path: string): ParsedImagePath | null {
  const {
    hash = '',
    name = '',
    width,
    height,
    format,
    asIs,
  } = (variantPattern.exec(path) ?? unconvertedPattern.exec(path))?.groups ?? {}
  if (asIs) return { hash, name, asIs: asIs as UnconvertedType }
  if (!width) return null
  const size = height ? { width: Number(width), height: Number(height) } : { width: Number(width) }
  return { hash, name, size, format: format as ImageFormat }
}
