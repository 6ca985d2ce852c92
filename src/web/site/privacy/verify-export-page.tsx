import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { dataExportTexts as texts } from '#domain/texts/own-words.ts'
import { isLinkExpiredError, unwrapResponse } from '#web/api-response.ts'
import { type ExportedFile, storeExportFile, useExportFile } from '#web/site/privacy/export-file.ts'
import { MessageScreen } from '#web/ui/errors/message-screen.tsx'
import { restoreLostFocus } from '#web/ui/feedback/lost-focus.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, ButtonLink, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { token: string; open: boolean }

/** The target of the mailed link. Mail scanners open links, so only the button uses the token. */
export function VerifyExportPage({ token, open }: Props) {
  const { api } = useRouter().options.context
  const file = useExportFile(token)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unwrapResponse(api.api.privacy.exports[':token'].confirm.$post({ param: { token } })),
    onSuccess: (made) => storeExportFile(token, made),
    networkMode: 'always',
  })
  if (file) return <ExportReady file={file} />
  if (!open || isLinkExpiredError(error)) return <DeadLinkPage title="This link does not work any more" />
  return (
    <MessageScreen title={texts.openTitle} message={texts.openText}>
      {error && (
        <div className="w-full max-w-xl">
          <StatusBanner status="error">{errorSentence(error, texts.failed)}</StatusBanner>
        </div>
      )}
      <Button size="lg" loading={isPending} onClick={() => mutate()} className="noscript:hidden">
        {texts.confirm}
      </Button>
      <noscript>
        <p>The button needs JavaScript.</p>
      </noscript>
    </MessageScreen>
  )
}

function ExportReady({ file: { fileToken, expiresAt } }: { file: ExportedFile }) {
  const { locale } = useWebsite()
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(expiresAt))
  return (
    <MessageScreen
      title={texts.readyTitle}
      message={
        <>
          {texts.readyText} You can download it until <time dateTime={expiresAt}>{until}</time>.
        </>
      }
    >
      <ButtonLink
        size="lg"
        href={`/api/privacy/exports/files/${encodeURIComponent(fileToken)}`}
        download
        ref={restoreLostFocus}
      >
        {texts.download}
      </ButtonLink>
    </MessageScreen>
  )
}

/** Shown for a mailed link that was used or has expired. */
function DeadLinkPage({ title }: { title: string }) {
  return (
    <MessageScreen title={title} message="It has expired or was already used.">
      <Link to="/privacy" className={buttonClass()}>
        Back to privacy
      </Link>
    </MessageScreen>
  )
}
