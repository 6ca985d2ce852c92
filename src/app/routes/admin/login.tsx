import { createFileRoute } from '@tanstack/react-router'
import { adminTexts } from '#domain/texts/admin.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { LoginScreen } from '#web/admin/accounts/login-screen.tsx'
import { AdminLoginBoundary, AuthError } from '#web/ui/errors/admin-errors.tsx'

const loginSearch = createSearchReader({ from: textParam() })

export const Route = createFileRoute('/admin/login')({
  validateSearch: loginSearch,
  beforeLoad: async ({ context, search }) => {
    const { redirectIfSignedIn } = await import('#web/admin/accounts/guard.ts')
    await redirectIfSignedIn(context, search.from)
  },
  component: Login,
  errorComponent: () => <AuthError message={adminTexts.loginBroken} />,
})

function Login() {
  const { from } = Route.useSearch()
  return (
    <AdminLoginBoundary>
      <LoginScreen from={from} />
    </AdminLoginBoundary>
  )
}
