import { resetTexts } from '#domain/texts/accounts.ts'
import { type BoundaryProps, ErrorBoundary } from '#web/ui/errors/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'

/** Around /reset-password. */
export const ResetPasswordBoundary = (props: BoundaryProps) => (
  <ErrorBoundary {...props} fallback={() => <ErrorPanel message={resetTexts.pageBroken} />} />
)
