import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { NotFoundPage } from '#web/site/pages/not-found-page.tsx'
import { PublicLayout } from '#web/site/shell/public-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page opens with a picture that runs under the header. */
    opensWithPicture?: boolean
  }
}

export const Route = createFileRoute('/_site')({
  component: Layout,
  notFoundComponent: NotFoundPage,
})

function Layout() {
  const overPicture = useMatches({ select: (matches) => matches.some((match) => match.staticData.opensWithPicture) })
  return (
    <PublicLayout overPicture={overPicture}>
      <Outlet />
    </PublicLayout>
  )
}
