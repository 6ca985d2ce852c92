import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView, WithLoadedPictures } from '#sections/section-view.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

export const view: SectionView<WithLoadedPictures<SectionOf<'picture'>, 'image'>, undefined> = {
  View: ({ section: { image, caption, link, width } }) =>
    image && (
      <section className={width === 'page' ? 'py-section' : 'page-edge py-section'}>
        <figure className={width === 'page' ? '' : 'mx-auto max-w-4xl'}>
          <Picture
            picture={image}
            sizes={width === 'page' ? '100vw' : '(min-width: 1024px) 56rem, 92vw'}
            className="w-full"
          />
          {(caption || link) && (
            <figcaption
              className={`mt-3 flex flex-wrap gap-x-6 gap-y-1 text-soft ${width === 'page' ? 'page-edge' : ''}`}
            >
              {caption}
              {link && (
                <SiteLink target={link.target} className="font-semibold text-link underline underline-offset-4">
                  {link.label}
                </SiteLink>
              )}
            </figcaption>
          )}
        </figure>
      </section>
    ),
}
