import type { ReactNode } from 'react'
import { SiteLink } from '#web/ui/site-link.tsx'

type Props = {
  heading: string
  more?: { target: string; label: string }
  /** A panel in the site's own deep colours, under white lettering. */
  deep?: boolean
  children: ReactNode
}

/** A part of the home page's story: its heading large at the left, the way to all of it at the right. */
export function HomeSection({ heading, more, deep = false, children }: Props) {
  return (
    <section className={`py-section ${deep ? 'bg-(image:--gradient-features) bg-night text-on-gradient' : ''}`}>
      <div className="page-edge mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 lg:mb-16">
        <h2 className="poster-type text-heading">{heading}</h2>
        {more && (
          <SiteLink
            target={more.target}
            className="inline-flex min-h-11 items-center font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4"
          >
            {more.label}
          </SiteLink>
        )}
      </div>
      {children}
    </section>
  )
}
