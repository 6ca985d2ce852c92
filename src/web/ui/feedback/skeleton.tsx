import type { ReactNode } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'

/** A loading state; its skeletons have the size of the content to come. */
export function LoadingRegion({ label = uiTexts.loading, children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** One block, sized by `className`. `isStill` when nothing is loading any more. */
export const Skeleton = ({ className = '', isStill = false }: { className?: string; isStill?: boolean }) => (
  <span aria-hidden className={`block bg-line ${isStill ? '' : 'animate-pulse'} ${className}`} />
)

const widths = ['w-full', 'w-11/12', 'w-full', 'w-10/12']

export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <span aria-hidden className="grid gap-3 py-1.5">
    {Array.from({ length: lines }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike and never change places
      <Skeleton key={at} className={`h-3 ${at === lines - 1 && lines > 1 ? 'w-2/3' : widths[at % widths.length]}`} />
    ))}
  </span>
)
