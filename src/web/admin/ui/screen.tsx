import type { ReactNode } from 'react'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'

type ScreenProps = {
  title: string
  /** Of the record that the screen is about: it is marked while it is demo content. */
  recordId?: string
  intro?: ReactNode
  /** The one thing to do on this screen. */
  action?: ReactNode
  children: ReactNode
}

/** One screen of the admin area: its title, what it is for, and what to do at the upper right. */
export function Screen({ title, recordId, intro, action, children }: ScreenProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="poster-type wrap-anywhere min-w-0 text-4xl leading-none">{title}</h1>
            {recordId && <DemoBadge id={recordId} />}
          </div>
          {intro && <p className="mt-2 max-w-2xl text-soft">{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}

/** A part of a screen under a heading of its own. */
export function ScreenSection({ title, intro, action, children }: Omit<ScreenProps, 'recordId'>) {
  return (
    <section className="grid grid-cols-1 content-start gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-lg leading-tight">{title}</h2>
          {intro && <p className="mt-1 max-w-2xl text-soft">{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
