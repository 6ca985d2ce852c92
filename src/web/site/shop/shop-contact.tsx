import type { Picture as PictureData } from '#domain/images/picture.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import type { WrittenPageAnswer } from '#web/site/pages/pages-query.ts'
import { WrittenPageContent } from '#web/site/pages/written-page.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

type Props = Pick<WrittenPageAnswer, 'title' | 'description' | 'html' | 'chapters'> & { picture: PictureData | null }

/** The shop page of a site that sells by contact instead of a cart. */
export function ShopContactPage({ title, description, html, chapters, picture }: Props) {
  return (
    <article>
      <PageTitle title={title} intro={description} action={<WriteButton />} />
      <div className="page-edge grid grid-cols-1 gap-x-16 gap-y-12 pb-section lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        {picture && (
          <Picture
            picture={picture}
            sizes="(min-width: 1024px) 45vw, 92vw"
            priority
            className="w-full self-start lg:sticky lg:top-24 lg:order-last"
          />
        )}
        <div>
          <WrittenPageContent html={html} chapters={chapters} />
          <p className="mt-12">
            <WriteButton />
          </p>
        </div>
      </div>
    </article>
  )
}

const WriteButton = () => (
  <SiteLink target="/contact" className={buttonClass({ size: 'lg' })}>
    Write to us
  </SiteLink>
)
