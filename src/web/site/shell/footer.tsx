import type { CSSProperties } from 'react'
import { hasFooterMailingList, takesCards } from '#domain/sites/features.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { footerTexts } from '#domain/texts/own-frame-words.ts'
import { MailingListWidget } from '#web/site/contact/mailing-list.tsx'
import { AdminLink, BackLink, BackToTop } from '#web/site/shell/back-links.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { SocialIcon } from '#web/ui/social-icon.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const findOrder = { target: '/orders/find', label: footerTexts.findOrder }

export function Footer({ isBrief }: { isBrief: boolean }) {
  const site = useWebsite()
  const { copyright, name, navigation, social, tagline } = site
  const more = takesCards(site) ? [...navigation.footer, findOrder] : navigation.footer
  const named = new Set(navigation.main.map(({ target }) => target))
  return (
    <footer className="relative overflow-hidden bg-night pb-[calc(var(--consent-bar,0px)+var(--bottom-bar,0px)+var(--action-bar,0px))] text-on-night">
      {isBrief ? (
        <div className="page-edge pt-4">
          <FooterList label="More" links={navigation.footer} className="-my-2 flex flex-wrap gap-x-6" />
        </div>
      ) : (
        <div className="page-edge grid grid-cols-2 gap-x-4 gap-y-8 pt-12 pb-6 md:grid-cols-[1.4fr_1fr_1fr] md:gap-12 md:pt-16 md:pb-10 lg:pt-24">
          <div className="max-w-md max-md:col-span-full">
            <p className="text-lede">{tagline}</p>
            {hasFooterMailingList(site) && <MailingListWidget variant="compact" className="mt-8" />}
          </div>
          <FooterList label="Explore" links={navigation.main} />
          <div>
            <FooterList label="More" links={more.filter(({ target }) => !named.has(target))} />
            {social.length > 0 && <SocialLinks links={social} className="mt-8" />}
          </div>
        </div>
      )}
      <div className="page-edge flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-on-night-soft text-sm">
        <p>
          {copyright.content}
          {copyright.developer && <span className="ml-4">{copyright.developer}</span>}
        </p>
        <BackLink />
        <AdminLink />
      </div>
      {!isBrief && (
        <p
          aria-hidden
          style={{ '--letters': name.length } as CSSProperties}
          className="footer-name poster-type select-none whitespace-nowrap"
        >
          {name}
        </p>
      )}
      <BackToTop />
    </footer>
  )
}

type FooterListProps = { label: string; links: { target: string; label: string }[]; className?: string }

function FooterList({ label, links, className = '-my-2' }: FooterListProps) {
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {links.map(({ target, label: words }) => (
          <li key={target}>
            <SiteLink target={target} className="inline-flex min-h-11 items-center hover:underline">
              {words}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SocialLinks({ links, className }: { links: PublicSite['social']; className?: string }) {
  return (
    <ul className={`-ml-3 flex ${className ?? ''}`}>
      {links.map(({ link, icon, label }) => (
        <li key={link}>
          <a href={link} rel="me noopener" className="grid size-11 place-items-center hover:text-highlight">
            <SocialIcon icon={icon} />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
