import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/picture.tsx'

/**
 * Rows of equal height in which every picture keeps its own shape: each grows by its ratio, so the browser justifies
 * them without a script and before any picture has loaded.
 */
export function JustifiedRows({ pictures, rowHeight = 22 }: { pictures: readonly PictureData[]; rowHeight?: number }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {pictures.map((picture) => {
        const ratio = picture.width / picture.height
        return (
          <li
            key={picture.base}
            style={{ flexGrow: ratio, flexBasis: `${ratio * rowHeight}rem` }}
            className="min-w-0 max-w-full"
          >
            <Picture
              picture={picture}
              sizes={`(min-width: 1024px) ${Math.round(ratio * 28)}vw, 100vw`}
              className="h-full w-full"
            />
          </li>
        )
      })}
    </ul>
  )
}
