import type { PublicSite } from '#domain/sites/public-site.ts'
import { ContactForm } from '#web/site/contact/contact-form.tsx'
import type { ContactOffer } from '#web/site/contact/contact-query.ts'
import { ContactWays } from '#web/site/contact/contact-ways.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'

type Props = { words: { title: string; intro: string }; offer: ContactOffer; social: PublicSite['social'] }

export function ContactPage({ words, offer, social }: Props) {
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      <div className="page-edge grid gap-x-16 gap-y-14 pb-section lg:grid-cols-[2fr_1fr]">
        <ContactForm offer={offer} />
        <ContactWays email={offer.email} social={social} />
      </div>
    </>
  )
}
