import type { ReactNode } from 'react'

/** Shown for an empty list: one sentence and one action. */
export function EmptyState({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-6 border-line border-t-2 py-12">
      <p className="max-w-2xl text-balance font-display font-semibold text-3xl leading-tight">{children}</p>
      {action}
    </div>
  )
}
