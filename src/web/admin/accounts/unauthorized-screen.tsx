import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accessDeniedTexts, adminTexts } from '#domain/texts/admin.ts'
import { useSignOut } from '#web/admin/accounts/sign-out.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { AccessDenied } from '#web/ui/errors/admin-errors.tsx'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** A user with the wrong account can sign out here and sign in with the right one. */
export function UnauthorizedScreen() {
  const { name } = useWebsite()
  const { api } = useRouter().options.context
  const { data } = useQuery(sessionQuery(api))
  const { signOut, signingOut } = useSignOut()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${accessDeniedTexts.title} · ${name}`}</title>
      {data?.user && (
        <header className="page-edge flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-3">
          <p className="min-w-0 truncate text-soft">{data.user.email}</p>
          <Button variant="quiet" onClick={signOut} loading={signingOut}>
            {adminTexts.logout}
          </Button>
        </header>
      )}
      <main id="content" className="grid grow">
        <AccessDenied />
      </main>
      <OfflineNotice />
    </div>
  )
}
