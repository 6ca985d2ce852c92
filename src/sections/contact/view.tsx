import { lazy, Suspense } from 'react'
import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'
import { type ContactPageData, contactQuery } from '#web/site/contact/contact-query.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** The form and its human check are more code than all other sections, which few pages need. */
const ContactSection = lazy(async () => ({
  default: (await import('#web/site/contact/contact-links.tsx')).ContactSection,
}))

export const view: SectionView<SectionOf<'contact'>, ContactPageData> = {
  load: ({ api, load }) => load(contactQuery(api)),
  View: ({ section: { heading }, data: offer }) => {
    const { social } = useWebsite()
    return (
      <section className="pt-section">
        {heading && <h2 className="page-edge poster-type mb-8 text-heading">{heading}</h2>}
        <Suspense>
          <ContactSection offer={offer} social={social} />
        </Suspense>
      </section>
    )
  },
}
