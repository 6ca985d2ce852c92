import type { ReactNode } from 'react'

/** Has no accessible name, because the cookie banner is already a region named Cookies. */
export function PrivacySection({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-8 border-line border-t-2 pt-8">
      <h2 className="poster-type text-heading">{heading}</h2>
      <div className="mt-6 grid max-w-xl gap-6">{children}</div>
    </section>
  )
}
