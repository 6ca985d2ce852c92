import { authenticationErrorTexts as texts } from '#domain/texts/accounts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'
import { reloadPage } from '#web/ui/reload.ts'

type AuthErrorProps = { message?: string; onRetry?: () => void; support?: boolean }

/** The links load their page anew: whatever broke here is gone then. */
export function AuthError({ message = texts.message, onRetry = reloadPage, support = true }: AuthErrorProps) {
  return (
    <MessageScreen title={texts.title} message={message}>
      <Button onClick={() => onRetry()}>{texts.tryAgain}</Button>
      <ButtonLink variant="quiet" href="/admin/login">
        {texts.backToLogin}
      </ButtonLink>
      <ButtonLink variant="quiet" href="/">
        {texts.homepage}
      </ButtonLink>
      {support && (
        <ButtonLink variant="quiet" href="/contact">
          {texts.support}
        </ButtonLink>
      )}
    </MessageScreen>
  )
}
