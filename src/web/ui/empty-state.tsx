import type { ReactNode } from 'react'

/** Nothing here: a sentence in the site's own tone and one thing to do. */
export function EmptyState({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-6 border-line border-t-2 py-12">
      <p className="max-w-2xl text-balance font-display font-semibold text-3xl leading-tight">{children}</p>
      {action}
    </div>
  )
}
