import { plainAddress } from '#domain/images/addresses.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = {
  pictures: readonly PictureData[]
  rowHeight?: number
  /** Opens one picture in the viewer. */
  onOpen?: (index: number) => void
}

/**
 * Rows of equal height in which every picture keeps its aspect ratio. Each grows by its ratio, so CSS alone justifies
 * them, before any picture has loaded.
 */
export function JustifiedRows({ pictures, rowHeight = 22, onOpen }: Props) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {pictures.map((picture, index) => {
        const ratio = picture.width / picture.height
        const image = (
          <Picture
            picture={picture}
            sizes={`(min-width: 1024px) ${Math.round(ratio * 28)}vw, 100vw`}
            className="h-full w-full"
          />
        )
        return (
          <li
            key={picture.base}
            style={{ flexGrow: ratio, flexBasis: `${ratio * rowHeight}rem` }}
            className="min-w-0 max-w-full"
          >
            {onOpen ? (
              <a
                href={plainAddress(picture)}
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
