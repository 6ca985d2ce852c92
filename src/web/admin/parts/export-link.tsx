import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { signedOutWords } from '#web/admin/session/session-end.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

/** A browser keeps whatever is answered as the file, a refusal too: so whether it will be one is asked first. */
export function ExportLink({ href, label }: { href: string; label?: string }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()

  async function get(event: MouseEvent): Promise<void> {
    event.preventDefault()
    try {
      const { hasAccess } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 })
      if (hasAccess) Object.assign(document.createElement('a'), { href, download: '' }).click()
      else toast.error(signedOutWords.export)
    } catch (error) {
      toast.error(sentenceOf(error, errorPanelTexts.unexpected))
    }
  }

  return (
    <ButtonLink href={href} download variant="quiet" aria-label={label} onClick={(event) => void get(event)}>
      <Download aria-hidden className="size-5" /> Export
    </ButtonLink>
  )
}
