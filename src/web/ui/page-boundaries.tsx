import type { ReactNode } from 'react'
import { resetTexts } from '#domain/texts/accounts.ts'
import { adminTexts } from '#domain/texts/admin.ts'
import { AdminCrash } from '#web/ui/admin-crash.tsx'
import { AuthError } from '#web/ui/auth-error.tsx'
import { CartError } from '#web/ui/cart-error.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

type Wrapped = { place?: string; children: ReactNode }

/** Around /reset-password. */
export const ResetPasswordBoundary = (wrapped: Wrapped) => (
  <ErrorBoundary {...wrapped} fallback={() => <ErrorPanel message={resetTexts.pageBroken} />} />
)

/** Around /admin/login. */
export const AdminLoginBoundary = (wrapped: Wrapped) => (
  <ErrorBoundary {...wrapped} fallback={() => <AuthError message={adminTexts.loginBroken} />} />
)

/** Around each screen of the admin area, inside its layout. */
export const AdminBoundary = (wrapped: Wrapped) => <ErrorBoundary {...wrapped} fallback={() => <AdminCrash />} />

/** Around the cart. */
export const CartBoundary = (wrapped: Wrapped) => <ErrorBoundary {...wrapped} fallback={() => <CartError />} />

/** Around anything else. */
export const PartBoundary = (wrapped: Wrapped) => (
  <ErrorBoundary {...wrapped} fallback={(error) => <ErrorPanel error={error} />} />
)
