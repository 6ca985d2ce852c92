import { Link, useRouter } from '@tanstack/react-router'
import { isEnabled } from '#domain/accounts/second-factor.ts'
import { hasAnnouncements, hasTour } from '#domain/sites/features.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import type { SignedInUser } from '#web/admin/accounts/session-query.ts'
import { announcementsQuery } from '#web/admin/announcements/announcements-query.ts'
import { StyleBadge } from '#web/admin/announcements/style-badge.tsx'
import { TwoFactorNudge } from '#web/admin/dashboard/two-factor-nudge.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Part, Screen } from '#web/admin/parts/screen.tsx'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { showsQuery } from '#web/admin/tour/shows-query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** What is next, and what needs doing. */
export function DashboardScreen({ user }: { user: SignedInUser }) {
  const site = useWebsite()
  return (
    <Screen
      title={sidebarTexts.dashboard}
      action={
        <ButtonLink variant="quiet" href="/">
          See the website
        </ButtonLink>
      }
    >
      <TwoFactorNudge isOn={isEnabled(user.factors)} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {hasTour(site) && <NextShows />}
        {hasAnnouncements(site) && <ActiveAnnouncements />}
      </div>
    </Screen>
  )
}

const rowLook = 'border-line px-4 py-3 not-first:border-t'
const moreLook = 'font-semibold text-link underline underline-offset-4'

function NextShows() {
  const { api } = useRouter().options.context
  return (
    <Part
      title="Next shows"
      action={
        <Link to="/admin/tour" className={moreLook}>
          {sidebarTexts.tour}
        </Link>
      }
    >
      <Loaded query={showsQuery(api, { past: false, limit: 5 })}>
        {(shows) => (
          <ul className="border-line border-y bg-raised">
            {shows.length === 0 && <li className={`${rowLook} text-soft`}>No shows to come.</li>}
            {shows.map((show) => (
              <li key={show.slug} className={`${rowLook} flex flex-wrap justify-between gap-x-4`}>
                <span className="font-medium">{show.city}</span>
                <span>
                  <ShowDate show={show} />
                </span>
                <span className="w-full text-sm text-soft">
                  {[show.venue, show.availability !== 'scheduled' && show.availability].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  )
}

function ActiveAnnouncements() {
  const { api } = useRouter().options.context
  return (
    <Part
      title="Active announcements"
      action={
        <Link to="/admin/announcements" className={moreLook}>
          {sidebarTexts.announcements}
        </Link>
      }
    >
      <Loaded query={announcementsQuery(api)}>
        {(active) => (
          <ul className="border-line border-y bg-raised">
            {active.length === 0 && <li className={`${rowLook} text-soft`}>No announcement is active.</li>}
            {active.map(({ id, title, message, style }) => (
              <li key={id} className={rowLook}>
                <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className="font-medium">{title}</span>
                  <StyleBadge style={style} />
                </span>
                <span className="mt-0.5 block text-sm text-soft">{message}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  )
}
