import type { ReactNode } from 'react'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { ContactForm } from '#web/site/contact/contact-form.tsx'
import type { ContactPageData } from '#web/site/contact/contact-query.ts'
import { SocialIcon } from '#web/ui/social-icon.tsx'

type Props = { email: string | null; social: PublicSite['social'] }

/** The e-mail address and the social links. */
export function ContactLinks({ email, social }: Props) {
  if (!email && social.length === 0) return null
  return (
    <div className="grid content-start gap-12">
      {email && (
        <Way title="By mail">
          <a
            href={`mailto:${email}`}
            className="inline-block py-2 text-lede text-link underline underline-offset-4 wrap-anywhere"
          >
            <Breakable address={email} />
          </a>
        </Way>
      )}
      {social.length > 0 && (
        <Way title="Elsewhere">
          <ul className="max-lg:columns-2">
            {social.map(({ link, icon, label }) => (
              <li key={link}>
                <a
                  href={link}
                  rel="me noopener"
                  className="inline-flex min-h-12 items-center gap-4 text-lede hover:underline"
                >
                  <SocialIcon icon={icon} />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Way>
      )}
    </div>
  )
}

const Way = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-line border-t pt-6">
    <h2 className="mb-3 font-semibold text-soft">{title}</h2>
    {children}
  </section>
)

/** Lets long addresses break after the @. */
function Breakable({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  )
}

/** The contact form beside the e-mail address and the social links. */
export const ContactSection = ({ offer, social }: { offer: ContactPageData; social: PublicSite['social'] }) => (
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
    <ContactLinks email={offer.email} social={social} />
  </div>
)
