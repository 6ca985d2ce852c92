import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Props = {
  name: string
  picture: PictureData | undefined | null
  /** As `<img sizes>`. */
  sizes: string
  priority?: boolean
  /** Sets the shape of the box. */
  className: string
  /** Classes of the picture inside. */
  pictureClass?: string
}

/** A box of fixed shape: portraits fill it, other pictures are shown whole, and without a picture it shows the name. */
export function BoxedPicture({ name, picture, sizes, priority = false, className, pictureClass = '' }: Props) {
  const isWhole = picture && picture.width >= picture.height
  return (
    <div className={`picture-plate @container overflow-hidden bg-plate ${className}`}>
      {picture ? (
        <Picture
          picture={picture}
          sizes={sizes}
          priority={priority}
          className={`size-full ${isWhole ? 'picture-whole' : ''} ${pictureClass}`}
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
