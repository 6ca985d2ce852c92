import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { BoxedPicture } from '#web/ui/pictures/boxed-picture.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

const Viewer = lazy(() =>
  import('#web/site/gallery/viewer.tsx').then(({ PictureViewer: Viewer }) => ({ default: Viewer })),
)

/** Swiped on a phone, stacked on larger screens. A click opens the viewer; without scripts it opens the picture file. */
export function ProductPictures({ pictures, name }: { pictures: readonly PictureData[]; name: string }) {
  const [at, setAt] = useState<number | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  if (!pictures.length)
    return <BoxedPicture name={name} picture={null} sizes="" className="min-h-64 lg:min-h-[70svh]" />
  return (
    <div className="min-w-0">
      <ul
        aria-label={`Pictures of ${name}`}
        className="flex snap-x snap-mandatory gap-2 overflow-x-auto lg:grid lg:overflow-visible"
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.base}
            className={`shrink-0 snap-center lg:w-full ${pictures.length > 1 ? 'w-[88%]' : 'w-full'}`}
          >
            <a
              href={fallbackImagePath(picture)}
              aria-label={`Look closer: ${picture.alt || `picture ${index + 1} of ${name}`}`}
              className="group relative block cursor-zoom-in outline-offset-[-3px]"
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setHasOpened(true)
                setAt(index)
              }}
            >
              <Picture
                picture={picture}
                sizes="(min-width: 1024px) 55vw, 100vw"
                priority={index === 0}
                className="w-full"
              />
              <span
                aria-hidden
                className="absolute right-0 bottom-0 grid size-11 place-items-center bg-night/60 text-on-night noscript:hidden group-hover:bg-night"
              >
                <Maximize2 className="size-5 print:hidden" />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hasOpened && (
        <Suspense>
          <Viewer pictures={pictures} at={at} onMove={setAt} onClose={() => setAt(null)} />
        </Suspense>
      )}
    </div>
  )
}
