/** The only widths that are ever made; anything else asked for does not exist. */
export const variantWidths = [320, 480, 640, 768, 960, 1280, 1920, 2400] as const

/** The size of link previews, cropped around the centre. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** A width at the picture's own shape, or a cut of exactly this size. */
export type VariantSize = { width: number; height?: number }

/** The smallest first: a browser takes the first one that it can show. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Drawings and icons are sent as they are. */
export const unconvertedTypes = ['svg', 'png'] as const
export type UnconvertedType = (typeof unconvertedTypes)[number]

/** A picture as pages use it: its address and its size. */
export type Picture = {
  /** `/images/<hash of the original>/<name>`; what follows in an address says which variant. */
  base: string
  /** Pixels of the original, the right way up. */
  width: number
  height: number
  /** A blurred miniature as a `data:` address; null where none can stand in, as behind a see-through logo. */
  placeholder: string | null
  alt: string
  /** Null for photographs, which come in widths and formats. */
  asIs: UnconvertedType | null
  /** What stays visible when the picture is cropped; absent where that is its centre. */
  focus?: FocalPoint | undefined
}

/** In percent of the width from the left, and of the height from the top. */
export type FocalPoint = { x: number; y: number }

/** As `object-position` has it. */
export const objectPosition = ({ x, y }: FocalPoint): string => `${x}% ${y}%`

type Shape = Pick<Picture, 'width' | 'height' | 'asIs'>

/** More than any screen shows of a tall picture, and as much as may be encoded while someone waits. */
const maxPixels = 6_000_000

/** Never wider than the original; one that is narrower than all of them comes in its own width alone. */
export function variantWidthsOf({ width, height, asIs }: Shape): number[] {
  if (asIs) return []
  const fitting = variantWidths.filter((each) => each <= width && (each * each * height) / width <= maxPixels)
  return fitting.length ? fitting : [Math.min(width, variantWidths[0])]
}

/** Whether the picture is made in this form; every other form of it does not exist. */
export function hasVariant(picture: Shape, { width, height }: VariantSize, format: ImageFormat): boolean {
  if (height === undefined) return variantWidthsOf(picture).includes(width)
  return (
    picture.asIs === null && format === 'jpeg' && width === shareImageSize.width && height === shareImageSize.height
  )
}

/** What is shown in most places; of a new picture it is made first. */
const usualWidth = 960

const widthRatio = (width: number, other: number): number => Math.abs(Math.log(width / other))

export type VariantName = { size: { width: number }; format: ImageFormat }

/** The width of the one variant for clients that take only one. */
export const fallbackWidthOf = (picture: Shape): number =>
  variantWidthsOf(picture).findLast((each) => each <= 1280) ?? picture.width

/**
 * The variants that are made before a visitor asks: all that browsers choose from, the usual width first, and the one
 * JPEG that the others take.
 */
export function variantsToPrepare(picture: Shape): VariantName[] {
  if (picture.asIs) return []
  const widths = variantWidthsOf(picture).sort((a, b) => widthRatio(a, usualWidth) - widthRatio(b, usualWidth))
  const all = (format: ImageFormat) => widths.map((width): VariantName => ({ size: { width }, format }))
  return [...all('avif'), { size: { width: fallbackWidthOf(picture) }, format: 'jpeg' }, ...all('webp')]
}

/** What a browser that asks for one format can show as well: those of later formats, and PNG. */
const standInFormats = (format: ImageFormat): readonly ImageFormat[] => imageFormats.slice(imageFormats.indexOf(format))

export const canShowInstead = (format: ImageFormat, type: ImageFormat | 'png'): boolean =>
  type === 'png' || standInFormats(format).includes(type)

const maxOriginalBytes = 600_000

/**
 * An original may be sent while its variants are made if it has no more pixels than the largest of them, and is not much
 * heavier: owners do not publish the full resolution.
 */
const mayStandIn = ({ width, height }: Shape, bytes: number): boolean =>
  width <= Math.max(...variantWidths) && width * height <= maxPixels && bytes <= maxOriginalBytes

/** What can be shown in the place of a variant, in the order of how near its width is; `original` is the picture itself. */
export function standInsFor(
  picture: Shape & { bytes: number },
  { size, format }: VariantName,
): (VariantName | 'original')[] {
  const formats = standInFormats(format)
  const variants = variantWidthsOf(picture).flatMap((width) =>
    formats.map((each): VariantName => ({ size: { width }, format: each })),
  )
  const candidates = [
    ...variants
      .filter((each) => each.size.width !== size.width || each.format !== format)
      .map((each) => ({ candidate: each, width: each.size.width })),
    ...(mayStandIn(picture, picture.bytes) ? [{ candidate: 'original' as const, width: picture.width }] : []),
  ]
  return candidates
    .sort((a, b) => widthRatio(a.width, size.width) - widthRatio(b.width, size.width))
    .map(({ candidate }) => candidate)
}

/** The icons that each site has among its pictures, for tabs, home screens and bookmarks. */
export const siteIconFiles = {
  svg: 'icon.svg',
  png: 'icon-192.png',
  large: 'icon-512.png',
  touch: 'apple-touch-icon.png',
} as const
