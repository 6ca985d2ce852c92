import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadBanner } from '#app/routes/-banner.ts'
import { NotFoundPage } from '#web/site/pages/lazy-not-found-page.ts'
import { PublicLayout } from '#web/site/shell/public-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page opens with a picture that runs under the header. */
    opensWithPicture?: boolean
    /** One thing is to be done here: no menus, no announcements. */
    isBrief?: boolean
  }
}

export const Route = createFileRoute('/_site')({
  loader: ({ context }) => loadBanner(context),
  component: () => (
    <Layout>
      <Outlet />
    </Layout>
  ),
  notFoundComponent: () => (
    <Layout>
      <NotFoundPage />
    </Layout>
  ),
})

function Layout({ children }: { children: ReactNode }) {
  const { site } = Route.useRouteContext()
  const overPicture = useHasMatch('opensWithPicture')
  const isBrief = useHasMatch('isBrief')
  return (
    <PublicLayout logo={site.logo} overPicture={overPicture} isBrief={isBrief}>
      {children}
    </PublicLayout>
  )
}

/** A page of sections knows by its data whether it opens with a picture. */
const hasMark = (data: unknown, mark: string): boolean =>
  typeof data === 'object' && data !== null && (data as Record<string, unknown>)[mark] === true

const useHasMatch = (mark: 'opensWithPicture' | 'isBrief'): boolean =>
  useMatches({
    select: (matches) =>
      matches.some(
        ({ status, staticData, loaderData }) => status === 'success' && (staticData[mark] || hasMark(loaderData, mark)),
      ),
  })
