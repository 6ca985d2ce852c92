import { Link } from '@tanstack/react-router'
import type { ActivityEntry } from '#api/admin/activity.ts'
import { activityText, activityUserLabel } from '#domain/activity/words.ts'
import { hasAnnouncements } from '#domain/sites/features.ts'
import { ChangeList } from '#web/admin/activity/change-list.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const linkLook = 'font-semibold underline underline-offset-4 hover:decoration-2'

/** "ada@example.com changed the show Berlin, Lido", and what it was before. */
export function ActivityLine({ entry }: { entry: ActivityEntry }) {
  const site = useWebsite()
  const { who, name, path, changes, device } = entry
  return (
    <li className="grid gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="text-soft text-sm sm:pt-0.5">
        <LocalTimestamp at={entry.at} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium first-letter:uppercase">{activityUserLabel(who, entry.resourceType)}</span>{' '}
          {activityText(entry)}{' '}
          {name && (path ? <PlaceLink path={path}>{name}</PlaceLink> : <bdi className="font-medium">{name}</bdi>)}
        </p>
        {device && <p className="text-soft text-sm">{device}</p>}
        {changes.length > 0 && (
          <details>
            <summary className="min-h-11 w-fit cursor-pointer content-center text-sm text-soft hover:text-ink">
              {changes.length === 1 ? 'One field changed' : `${changes.length} fields changed`}
            </summary>
            <ChangeList changes={changes} />
          </details>
        )}
        {entry.canBeAnnounced && hasAnnouncements(site) && (
          <p className="text-sm">
            <Link
              to="/admin/announcements/new"
              search={{ from: entry.id }}
              aria-label={`Create an announcement from ${name ?? 'this'}`}
              className={`inline-block min-h-11 content-center ${linkLook}`}
            >
              Create an announcement
            </Link>
          </p>
        )}
      </div>
    </li>
  )
}

/** `href` decides; it may carry a query, which `to` may not. */
const PlaceLink = ({ path, children }: { path: string; children: string }) => (
  <Link to="/admin" href={path} className={linkLook}>
    <bdi>{children}</bdi>
  </Link>
)
