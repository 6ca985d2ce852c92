import { createFileRoute, Outlet } from '@tanstack/react-router'
import { uiTexts } from '#domain/texts/ui.ts'
import { SessionErrorScreen } from '#web/admin/accounts/session-failed.tsx'
import { AdminLayout } from '#web/admin/shell/admin-layout.tsx'
import { AdminNotFoundScreen } from '#web/admin/shell/admin-not-found-screen.tsx'

/** Everything that only people with access to this website may see. */
export const Route = createFileRoute('/admin/_inside')({
  beforeLoad: async ({ context, location }) => {
    const { requireAccess } = await import('#web/admin/accounts/guard.ts')
    return requireAccess(context, location)
  },
  component: Inside,
  pendingComponent: Waiting,
  pendingMs: 150,
  pendingMinMs: 0,
  notFoundComponent: Missing,
  errorComponent: ({ error }) => <SessionErrorScreen error={error} />,
})

function Inside() {
  const { user } = Route.useRouteContext()
  return (
    <AdminLayout user={user}>
      <Outlet />
    </AdminLayout>
  )
}

/** A screen whose feature is off. */
function Missing() {
  const { user } = Route.useRouteContext()
  return (
    <AdminLayout user={user}>
      <AdminNotFoundScreen />
    </AdminLayout>
  )
}

function Waiting() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status" className="font-semibold text-soft">
        {uiTexts.loading}
      </p>
    </main>
  )
}
