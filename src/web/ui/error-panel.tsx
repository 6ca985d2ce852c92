import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'
import { reloadPage } from '#web/ui/reload.ts'

/** What is left when a part of the page broke. A `message` stands in for whatever the error says. */
export function ErrorPanel({ error, message }: { error?: unknown; message?: string }) {
  return (
    <MessageScreen title={errorPanelTexts.title} message={message ?? (sentenceOf(error) || errorPanelTexts.unexpected)}>
      <Button onClick={reloadPage}>{uiTexts.reload}</Button>
    </MessageScreen>
  )
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '')
