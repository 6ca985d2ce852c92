import { accessDeniedTexts as texts } from '#domain/texts/admin.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

export function AccessDenied() {
  return (
    <MessageScreen title={texts.title} message={texts.message}>
      <ButtonLink href="/">{texts.homepage}</ButtonLink>
    </MessageScreen>
  )
}
