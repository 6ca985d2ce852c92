import type { CSSProperties } from 'react'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Props = {
  pictures: readonly PictureData[]
  /** How many of them are in the first screen. */
  priority?: number
  /** Opens one picture in the viewer. */
  onOpen?: (index: number) => void
}

/** Rows of equal height in which every picture keeps its aspect ratio, by CSS alone and before any picture has loaded. */
export function JustifiedRows({ pictures, priority = 0, onOpen }: Props) {
  return (
    <ul className="justified-rows">
      {pictures.map((picture, index) => {
        const image = (
          <Picture picture={picture} sizes={sizesOf(picture)} priority={index < priority} className="h-full w-full" />
        )
        return (
          <li key={picture.base} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
            {onOpen ? (
              <a
                href={fallbackImagePath(picture)}
                aria-label={picture.alt || `Picture ${index + 1}`}
                className="block h-full"
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  onOpen(index)
                }}
              >
                {image}
              </a>
            ) : (
              image
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The widest that it becomes: its row may have room for no other picture, or for one that is less than half as wide. */
const sizesOf = ({ width, height }: PictureData) =>
  `(min-width: 80rem) ${Math.min(100, Math.ceil((width / height) * 50))}vw, 100vw`
