import type { SectionOf } from '#sections/kinds.ts'
import { SectionLink } from '#sections/section-box.tsx'
import type { SectionView, WithLoadedPictures } from '#sections/section-view.ts'
import { Signature, type SignatureOf } from '#web/site/shell/signature.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

type ShownText = WithLoadedPictures<SectionOf<'text'>, 'image'>

/** Beside the picture, or in two columns without one. */
export const view: SectionView<ShownText, SignatureOf> = {
  load: async ({ site: { name, signature } }, { signed }) => ({ name, signature: signed ? signature : null }),
  View: ({ section: { heading, text, image, action }, data: signature }) => {
    const words = (
      <div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from Markdown without HTML */}
        <div className="written max-w-prose text-lede" dangerouslySetInnerHTML={{ __html: text }} />
        <Signature of={signature} className="mt-8" />
        {action && <SectionLink {...action} className="mt-6" />}
      </div>
    )
    const title = heading && <h2 className="poster-type text-heading">{heading}</h2>
    if (!image)
      return (
        <section className={`page-edge grid gap-x-16 gap-y-8 py-section ${title ? 'lg:grid-cols-2' : ''}`}>
          {title}
          {words}
        </section>
      )
    return (
      <section className="grid items-center lg:grid-cols-[1fr_1.2fr]">
        <Picture picture={image} sizes="(min-width: 1024px) 46vw, 100vw" className="h-full w-full max-sm:h-80" />
        <div className="page-edge grid gap-5 py-section sm:gap-8">
          {title}
          {words}
        </div>
      </section>
    )
  },
}
