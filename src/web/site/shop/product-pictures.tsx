import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/picture.tsx'

/** Side by side to be swiped on a phone, one below the other where there is room. */
export function ProductPictures({ pictures, name }: { pictures: readonly PictureData[]; name: string }) {
  if (!pictures.length) return <div aria-hidden className="min-h-64 bg-sunken lg:min-h-[70svh]" />
  const several = pictures.length > 1
  return (
    <ul
      aria-label={`Pictures of ${name}`}
      // A region that scrolls must be reachable by those who scroll with keys.
      {...(several && { tabIndex: 0 })}
      className="flex snap-x snap-mandatory gap-2 overflow-x-auto lg:grid lg:overflow-visible"
    >
      {pictures.map((picture, index) => (
        <li key={picture.base} className={`shrink-0 snap-center lg:w-full ${several ? 'w-[88%]' : 'w-full'}`}>
          <Picture
            picture={picture}
            sizes="(min-width: 1024px) 55vw, 100vw"
            priority={index === 0}
            className="w-full"
          />
        </li>
      ))}
    </ul>
  )
}
