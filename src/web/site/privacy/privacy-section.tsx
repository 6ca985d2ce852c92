import type { ReactNode } from 'react'

/** Something to do under the written page. It has no name as a region: the question about cookies is one already. */
export function PrivacySection({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-8 border-line border-t-2 pt-8">
      <h2 className="poster-type text-heading">{heading}</h2>
      <div className="mt-6 grid max-w-xl gap-6">{children}</div>
    </section>
  )
}
