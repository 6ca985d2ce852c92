import type { ReactNode } from 'react'
import { SiteLink } from '#web/ui/site-link.tsx'

type SectionBoxProps = {
  heading: string | null
  more?: { target: string; label: string }
  /** A panel in the site's own deep colours, under white lettering. */
  deep?: boolean
  children: ReactNode
}

/** A section with a large heading, and a link to the whole list. */
export function SectionBox({ heading, more, deep = false, children }: SectionBoxProps) {
  return (
    <section className={`py-section ${deep ? 'bg-(image:--gradient-features) bg-night text-on-gradient' : ''}`}>
      {(heading || more) && (
        <div className="page-edge mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-1 sm:mb-10 lg:mb-16">
          {heading && <h2 className="poster-type text-heading">{heading}</h2>}
          {more && <SectionLink {...more} />}
        </div>
      )}
      {children}
    </section>
  )
}

type SectionLinkProps = { target: string; label: string; className?: string }

/** Where a section leads: the whole list, or what its owner has chosen. */
export const SectionLink = ({ target, label, className = '' }: SectionLinkProps) => (
  <SiteLink
    target={target}
    className={`inline-flex min-h-11 items-center font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4 ${className}`}
  >
    {label}
  </SiteLink>
)
