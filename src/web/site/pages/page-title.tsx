import type { ReactNode } from 'react'

type Props = { title: string; intro?: string /** The one thing to do here. */; action?: ReactNode }

/** How every page but the home page opens: its title as on a poster, and a sentence under it. */
export function PageTitle({ title, intro, action }: Props) {
  return (
    <header className="page-edge pt-6 pb-8 sm:pt-10 sm:pb-12 lg:pt-16 lg:pb-20">
      <h1 className="poster-type -ml-[0.03em] text-title">{title}</h1>
      {intro && <p className="mt-4 max-w-2xl sm:mt-6 text-lede text-soft">{intro}</p>}
      {action && <p className="mt-8">{action}</p>}
    </header>
  )
}
