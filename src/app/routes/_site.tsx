import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { hasAnnouncements } from '#domain/sites/features.ts'
import { announcementsQuery } from '#web/site/announcements/announcements-query.ts'
import { PublicLayout } from '#web/site/shell/public-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page opens with a picture that runs under the header. */
    opensWithPicture?: boolean
  }
}

export const Route = createFileRoute('/_site')({
  loader: async ({ context: { api, queryClient, site } }) => {
    // A banner that cannot be had is no reason to withhold the page.
    if (hasAnnouncements(site)) await queryClient.query(announcementsQuery(api)).catch(() => {})
  },
  component: Layout,
})

function Layout() {
  const { site } = Route.useRouteContext()
  const overPicture = useMatches({ select: (matches) => matches.some((match) => match.staticData.opensWithPicture) })
  return (
    <PublicLayout logo={site.logo} overPicture={overPicture}>
      <Outlet />
    </PublicLayout>
  )
}
