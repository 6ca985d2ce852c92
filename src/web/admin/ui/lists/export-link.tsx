import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { isSessionEndedError, signedOutTexts } from '#web/admin/session/session-query.ts'
import { fetchFile, saveFile } from '#web/admin/ui/save-file.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { ButtonLink } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/**
 * Fetches the file before it saves it: a browser that follows a link would save a refusal or half of the file too. It is
 * requested once, because the activity log records each export.
 */
export function ExportLink({ href, label }: { href: string; label?: string }) {
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile(href),
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (error) =>
      toast.error(
        isSessionEndedError(error) ? signedOutTexts.export : errorSentence(error, errorPanelTexts.unexpected),
      ),
    networkMode: 'always',
  })
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <ButtonLink
      href={href}
      download
      variant="quiet"
      aria-label={label}
      onClick={press}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
    >
      <Download aria-hidden className="size-5" /> Export
      {isPending && <span aria-hidden className="busy-line" />}
    </ButtonLink>
  )
}
