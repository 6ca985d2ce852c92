import type { Picture as PictureData } from '#domain/images/picture.ts'
import { hasGallery } from '#domain/sites/features.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'
import { galleryQuery } from '#web/site/gallery/gallery-query.ts'
import { JustifiedRows } from '#web/site/gallery/justified-rows.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Entry = { image: PictureData | null; caption: string | null }
type ShownPictures = Omit<SectionOf<'pictures'>, 'images'> & { images: Entry[] }

/** Of the gallery, or those that the section names. */
export const view: SectionView<ShownPictures, readonly PictureData[]> = {
  load: async ({ api, site, load }, { source, count }) =>
    source === 'gallery' && hasGallery(site) ? load(galleryQuery(api, { limit: count })) : [],
  View: ({ section: { heading, source, layout, images }, data }) => {
    const chosen = images.flatMap(({ image, caption }) => (image ? [{ image, caption }] : []))
    const shown: Entry[] = source === 'gallery' ? data.map((image) => ({ image, caption: null })) : chosen
    if (shown.length === 0) return null
    const pictures = shown.map(({ image }) => image!)
    return (
      <SectionBox
        heading={heading}
        {...(source === 'gallery' && { more: { target: '/gallery', label: 'All pictures' } })}
      >
        {layout === 'grid' || shown.some(({ caption }) => caption) ? (
          <Grid entries={shown} isSquare={layout === 'grid'} />
        ) : (
          <div className="max-sm:[&_li]:h-40 max-sm:[&_li]:basis-[36%]!">
            <JustifiedRows pictures={pictures} />
          </div>
        )}
      </SectionBox>
    )
  },
}

const Grid = ({ entries, isSquare }: { entries: Entry[]; isSquare: boolean }) => (
  <ul className="page-edge grid grid-cols-2 gap-4 md:grid-cols-3 lg:gap-8">
    {entries.map(({ image, caption }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be there twice, and the order is fixed
      <li key={at}>
        <figure>
          <Picture
            picture={image!}
            sizes="(min-width: 768px) 31vw, 46vw"
            className={isSquare ? 'aspect-square w-full' : 'w-full'}
          />
          {caption && <figcaption className="mt-2 text-soft text-sm">{caption}</figcaption>}
        </figure>
      </li>
    ))}
  </ul>
)
