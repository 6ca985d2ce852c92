import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'
import { type ContactOffer, contactQuery } from '#web/site/contact/contact-query.ts'
import { ContactSection } from '#web/site/contact/contact-ways.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export const view: SectionView<SectionOf<'contact'>, ContactOffer> = {
  load: ({ api, load }) => load(contactQuery(api)),
  View: ({ section: { heading }, data: offer }) => {
    const { social } = useWebsite()
    return (
      <section className="pt-section">
        {heading && <h2 className="page-edge poster-type mb-8 text-heading">{heading}</h2>}
        <ContactSection offer={offer} social={social} />
      </section>
    )
  },
}
