import { authenticationErrorTexts } from '#domain/texts/accounts.ts'
import { accessDeniedTexts, adminTexts } from '#domain/texts/admin.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { ErrorBoundary, type SectionBoundaryProps } from '#web/ui/errors/error-boundary.tsx'
import { MessageScreen } from '#web/ui/errors/message-screen.tsx'
import { reloadPage } from '#web/ui/errors/reload.ts'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

// Apart from `error-screens.tsx`, which every visitor loads.

type AuthErrorProps = { message?: string; onRetry?: () => void; support?: boolean }

/** Its links are plain, so that the browser loads the page again and drops the broken state. */
export function AuthError({
  message = authenticationErrorTexts.message,
  onRetry = reloadPage,
  support = true,
}: AuthErrorProps) {
  const { title, tryAgain, backToLogin, homepage, support: supportLabel } = authenticationErrorTexts
  return (
    <MessageScreen title={title} message={message}>
      <Button onClick={() => onRetry()}>{tryAgain}</Button>
      <ButtonLink variant="quiet" href="/admin/login">
        {backToLogin}
      </ButtonLink>
      <ButtonLink variant="quiet" href="/">
        {homepage}
      </ButtonLink>
      {support && (
        <ButtonLink variant="quiet" href="/contact">
          {supportLabel}
        </ButtonLink>
      )}
    </MessageScreen>
  )
}

export function AccessDenied() {
  const { title, message, homepage } = accessDeniedTexts
  return (
    <MessageScreen title={title} message={message}>
      <ButtonLink href="/">{homepage}</ButtonLink>
    </MessageScreen>
  )
}

const dash = ' - '
const [crashTitle, ...crashSentences] = adminTexts.crashed.split(dash)

/** The specified text is one heading for screen readers; on screen it is a title with a line below it. */
export function AdminCrash() {
  return (
    <section className="grid min-h-[60dvh] content-center justify-items-start gap-8 p-6 sm:p-12">
      <h1 className="max-w-2xl border-error-ink border-l-8 pl-6">
        <span className="poster-type block text-5xl leading-none">{crashTitle}</span>
        <span className="sr-only">{dash}</span>
        <span className="mt-3 block text-lede text-soft">{crashSentences.join(dash)}</span>
      </h1>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reloadPage}>{uiTexts.reload}</Button>
        <ButtonLink variant="quiet" href="/admin">
          {adminTexts.backToDashboard}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Around /admin/login. */
export const AdminLoginBoundary = (props: SectionBoundaryProps) => (
  <ErrorBoundary {...props} fallback={() => <AuthError message={adminTexts.loginBroken} />} />
)

/** Around each screen of the admin area, inside its layout. */
export const AdminErrorBoundary = (props: SectionBoundaryProps) => (
  <ErrorBoundary {...props} fallback={() => <AdminCrash />} />
)
