import { scriptsNotLoadedTexts } from '#domain/texts/own-frame-words.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { MessageScreen } from '#web/ui/errors/message-screen.tsx'
import { reloadPage } from '#web/ui/errors/reload.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** Replaces a part of the page that failed to render. `message` is shown instead of the error's own message. */
export function ErrorPanel({ error, message }: { error?: unknown; message?: string }) {
  const text = message ?? ((error instanceof Error && plainMessage(error)) || errorPanelTexts.unexpected)
  return (
    <MessageScreen title={errorPanelTexts.title} message={text}>
      <Button onClick={reloadPage}>{uiTexts.reload}</Button>
    </MessageScreen>
  )
}

/** Browsers and Vite put the address of a script or style sheet that did not load into the message. */
const plainMessage = ({ message }: Error) =>
  /(imported module|module script|preload CSS)/i.test(message) ? scriptsNotLoadedTexts.part : message
