import type { ReactNode } from 'react'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { SocialMark } from '#web/ui/social-mark.tsx'

type Props = { email: string | null; social: PublicSite['social'] }

/** The address to write to without the form, and where else to be found. */
export function ContactWays({ email, social }: Props) {
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
                  <SocialMark icon={icon} />
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

/** On a phone the line ends after the @ rather than within a name. */
function Breakable({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  )
}
