import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadBanner } from '#app/routes/-banner.ts'
import { AdminLayout } from '#web/admin/shell/admin-layout.tsx'
import { AdminNotFoundScreen } from '#web/admin/shell/admin-not-found-screen.tsx'

/** A mistyped address: missing inside the admin area for those who have access, on the public site for all others. */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: async ({ context }) => {
    const { fetchUserWithAccess: userWithAccess } = await import('#web/admin/accounts/guard.ts')
    const user = await userWithAccess(context)
    if (user) return { user }
    await loadBanner(context)
    throw notFound({ routeId: '__root__' })
  },
  loader: () => {
    throw notFound()
  },
  notFoundComponent: Missing,
})

function Missing() {
  const { user } = Route.useRouteContext()
  return (
    <AdminLayout user={user}>
      <AdminNotFoundScreen />
    </AdminLayout>
  )
}
