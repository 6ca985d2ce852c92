import type { PublicSite } from '#domain/sites/public-site.ts'
import { ContactForm } from '#web/site/contact/contact-form.tsx'
import type { ContactOffer } from '#web/site/contact/contact-query.ts'
import { ContactWays } from '#web/site/contact/contact-ways.tsx'

/** To write here and now, or by the ways that people know already. */
export const WaysToWrite = ({ offer, social }: { offer: ContactOffer; social: PublicSite['social'] }) => (
  <div className="page-edge grid gap-x-16 gap-y-14 pb-section lg:grid-cols-[2fr_1fr]">
    <ContactForm offer={offer} />
    <noscript>
      <p>
        The form needs JavaScript.{' '}
        {offer.email && (
          <>
            Write to{' '}
            <a href={`mailto:${offer.email}`} className="text-link underline underline-offset-4 wrap-anywhere">
              {offer.email}
            </a>{' '}
            instead.
          </>
        )}
      </p>
    </noscript>
    <ContactWays email={offer.email} social={social} />
  </div>
)
