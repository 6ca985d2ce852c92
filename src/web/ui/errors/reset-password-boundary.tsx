import { resetTexts } from '#domain/texts/accounts.ts'
import { ErrorBoundary, type SectionBoundaryProps } from '#web/ui/errors/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'

/** Around /reset-password. */
export const ResetPasswordBoundary = (props: SectionBoundaryProps) => (
  <ErrorBoundary {...props} fallback={() => <ErrorPanel message={resetTexts.pageBroken} />} />
)
