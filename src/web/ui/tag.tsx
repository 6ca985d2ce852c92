import type { ReactNode } from 'react'

/** A small label in the site's colours. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-block bg-(image:--gradient-tags) px-2 py-0.5 font-semibold text-on-gradient text-xs">
    {children}
  </span>
)
