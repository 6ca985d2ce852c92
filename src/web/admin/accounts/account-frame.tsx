import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'
import { ThemeToggle } from '#web/ui/theme.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The frame of sign-in and sign-up. On wide screens the site's name is shown beside the form as a poster. */
export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  const { name } = useWebsite()
  return (
    <div className="grid min-h-dvh bg-raised lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <title>{`${title} · ${name}`}</title>
      <Poster name={name} />
      <div className="flex min-w-0 flex-col">
        <header className="flex items-center justify-between gap-4 px-4 py-3 sm:px-8">
          <a
            href="/"
            className="flex min-h-11 items-center gap-2 font-semibold text-soft hover:text-ink"
            aria-label={`Back to ${name}`}
          >
            <ArrowLeft aria-hidden className="size-5" />
            <span>{name}</span>
          </a>
          <ThemeToggle />
        </header>
        <main id="content" className="grid grow content-center justify-items-center px-4 pt-4 pb-24 sm:px-8">
          <div className="grid w-full max-w-sm gap-6">
            <div>
              <h1 className="poster-type text-5xl leading-none">{title}</h1>
              {intro && <p className="mt-3 text-soft">{intro}</p>}
            </div>
            <noscript>
              <p>This page needs JavaScript. Please turn it on and reload the page.</p>
            </noscript>
            {children}
          </div>
        </main>
      </div>
      <OfflineNotice />
    </div>
  )
}

function Poster({ name }: { name: string }) {
  return (
    <div
      aria-hidden
      className="@container sticky top-0 isolate flex h-dvh items-end overflow-clip bg-night p-10 text-on-night max-lg:hidden"
    >
      <span className="absolute inset-0 -z-10 bg-linear-to-b from-action to-85% to-action/0 [clip-path:polygon(58%_0,66%_0,104%_100%,14%_100%)]" />
      <p className="poster-type text-[clamp(3.5rem,19cqw,9rem)] leading-[0.88]">{name}</p>
    </div>
  )
}
