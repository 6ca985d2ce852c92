import { ShoppingBag } from 'lucide-react'
import { authenticationErrorTexts } from '#domain/texts/accounts.ts'
import { accessDeniedTexts, adminTexts } from '#domain/texts/admin.ts'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

const reloadPage = (): void => window.location.reload()

/** Replaces a part of the page that failed to render. `message` is shown instead of the error's own message. */
export function ErrorPanel({ error, message }: { error?: unknown; message?: string }) {
  const text = message ?? ((error instanceof Error && error.message) || errorPanelTexts.unexpected)
  return (
    <MessageScreen title={errorPanelTexts.title} message={text}>
      <Button onClick={reloadPage}>{uiTexts.reload}</Button>
    </MessageScreen>
  )
}

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

export function CartError() {
  return (
    <section className="grid justify-items-start gap-4 border-error border-l-4 bg-raised p-6">
      <h2 className="poster-type flex items-center gap-3 text-3xl leading-none">
        <ShoppingBag aria-hidden className="size-7 text-error-ink" />
        {cartErrorTexts.title}
      </h2>
      <p className="max-w-prose text-soft">{cartErrorTexts.message}</p>
      <Button onClick={reloadPage}>{cartErrorTexts.refresh}</Button>
    </section>
  )
}
