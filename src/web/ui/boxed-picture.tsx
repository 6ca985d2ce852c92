import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = {
  name: string
  picture: PictureData | undefined | null
  /** How wide it is, as for `<img sizes>`. */
  sizes: string
  priority?: boolean
  /** The shape of the box. */
  className: string
  /** Of the picture in it. */
  pictureLook?: string
}

/** A box of one shape: what is tall fills it, a cover is shown whole, and without any picture stands the name. */
export function BoxedPicture({ name, picture, sizes, priority = false, className, pictureLook = '' }: Props) {
  const isWhole = picture && picture.width >= picture.height
  return (
    <div className={`@container overflow-hidden bg-plate ${className}`}>
      {picture ? (
        <Picture
          picture={picture}
          sizes={sizes}
          priority={priority}
          className={`size-full ${isWhole ? 'picture-whole' : ''} ${pictureLook}`}
        />
      ) : (
        <p
          aria-hidden
          className="poster-type wrap-anywhere p-[6cqw] text-[clamp(0.75rem,15cqw,6rem)] text-ink leading-[0.9]"
        >
          {name}
        </p>
      )}
    </div>
  )
}
