import { Link, useMatches } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useHasPlatformAccess } from '#web/admin/session/session-query.ts'
import { type SidebarEntry, sidebarGroups } from '#web/admin/shell/sidebar-groups.ts'
import { useSidebarCounts } from '#web/admin/ui/use-counts.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Used in the layout on large screens and in the drawer on small ones. */
export function Sidebar({ onFollow }: { onFollow?: () => void }) {
  const site = useWebsite()
  const counts = useSidebarCounts()
  const managesSites = useHasPlatformAccess()
  const nav = useRef<HTMLElement>(null)
  useCurrentEntryInView(nav)
  return (
    <div className="flex min-h-full flex-col">
      <a href="/" className="group flex min-h-16 items-center gap-2 px-5 py-3">
        <span className="poster-type text-2xl leading-none">{site.name}</span>
        <ExternalLink aria-hidden className="size-4 shrink-0 text-soft group-hover:text-ink" />
        <span className="sr-only">, to the website</span>
      </a>
      <nav ref={nav} aria-label="Admin" className="grid gap-5 px-3 pt-2 pb-6">
        {sidebarGroups(site, { managesSites }).map(({ label, entries }) => (
          <div key={entries[0]!.to}>
            {label && <h2 className="px-2 pb-1 font-semibold text-sm text-soft">{label}</h2>}
            <ul className="grid gap-0.5">
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Entry {...entry} count={(entry.todo && counts?.[entry.todo.of]) || 0} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

/** The sidebar is longer than most windows, and its last entries are those of the site editor. */
function useCurrentEntryInView(nav: RefObject<HTMLElement | null>) {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which entry is the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [nav, pathname])
}

type EntryProps = SidebarEntry & { count: number; onFollow: (() => void) | undefined }

function Entry({ to, label, Icon, badge, todo, count, onFollow }: EntryProps) {
  return (
    <Link
      to={to}
      onClick={onFollow}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
      className="relative flex min-h-11 scroll-my-16 items-center gap-3 px-2 font-medium text-soft transition-colors before:absolute before:inset-y-1.5 before:-left-3 before:w-1 hover:bg-current/6 hover:text-ink lg:min-h-10 aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:before:bg-ink"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="grow whitespace-nowrap">{label}</span>{' '}
      {badge && (
        <span className="border border-line px-1.5 py-0.5 font-semibold text-highlight-ink text-xs leading-none">
          {badge}
        </span>
      )}{' '}
      {todo && count > 0 && (
        <span className="min-w-6 rounded-full bg-ink px-1.5 py-1 text-center font-semibold text-ground text-xs tabular-nums leading-none">
          {count > 99 ? '99+' : count}
          <span className="sr-only"> {todo.words}</span>
        </span>
      )}
    </Link>
  )
}
