import {
  type AsIsType,
  asIsTypes,
  type Format,
  formats,
  type Picture,
  type Size,
  shareSize,
  widthsOf,
} from '#domain/images/picture.ts'

/** The parts of a picture's address. */
type Sized = Pick<Picture, 'base' | 'width' | 'height' | 'asIs'>

/** The hash of the original is part of the address, so what is there never changes and may be kept for a year. */
export const imageBase = (hash: string, name: string): string => `/images/${hash}/${name}`

export const imageAddress = ({ base }: Pick<Picture, 'base'>, width: number, format: Format): string =>
  `${base}-${width}.${format}`

/** The photograph for link previews, which are shown in one shape everywhere. */
export const shareAddress = ({ base }: Pick<Picture, 'base'>): string =>
  `${base}-${shareSize.width}x${shareSize.height}.jpeg`

/** For `srcset`; `query` is put behind each address. Empty for what is sent as it is. */
export const sourceSet = (picture: Sized, format: Format, query = ''): string =>
  widthsOf(picture)
    .map((width) => `${imageAddress(picture, width, format)}${query} ${width}w`)
    .join(', ')

/** The one address for those who take only one: wide enough to be worth looking at, in a format that all can show. */
export function plainAddress(picture: Sized): string {
  if (picture.asIs) return `${picture.base}.${picture.asIs}`
  const width = widthsOf(picture).findLast((each) => each <= 1280) ?? picture.width
  return imageAddress(picture, width, 'jpeg')
}

/** The picture and form that an address names. It may not exist. */
export type ParsedImagePath = { hash: string; name: string } & ({ size: Size; format: Format } | { asIs: AsIsType })

const start = '^/images/(?<hash>[0-9a-f]{16})/(?<name>[a-z0-9][a-z0-9-]*)'
const number = '[1-9][0-9]{0,4}'
const variant = new RegExp(`${start}-(?<width>${number})(?:x(?<height>${number}))?\\.(?<format>${formats.join('|')})$`)
const whole = new RegExp(`${start}\\.(?<asIs>${asIsTypes.join('|')})$`)

export function parseImagePath(path: string): ParsedImagePath | null {
  const { hash = '', name = '', width, height, format, asIs } = (variant.exec(path) ?? whole.exec(path))?.groups ?? {}
  if (asIs) return { hash, name, asIs: asIs as AsIsType }
  if (!width) return null
  const size = height ? { width: Number(width), height: Number(height) } : { width: Number(width) }
  return { hash, name, size, format: format as Format }
}
