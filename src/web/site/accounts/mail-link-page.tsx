import type { ReactNode } from 'react'

/** The frame of a page that a mail links to. */
export function MailLinkPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className="page-edge grid gap-10 pt-10 pb-section lg:grid-cols-[1fr_minmax(0,28rem)] lg:gap-20 lg:pt-16">
      <header>
        <h1 className="poster-type -ml-[0.03em] text-heading lg:text-title">{title}</h1>
        {intro && <p className="mt-6 max-w-md text-lede text-soft">{intro}</p>}
      </header>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  )
}
