import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerDataSummaryAnswer } from '#api/admin/privacy.ts'
import { erasureRefusalTexts, erasureTexts as texts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { DefinitionList } from '#web/admin/settings/definition-list.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { validateEmailField } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence, useForm } from '#web/ui/forms/use-form.ts'

type FoundData = { email: string; held: CustomerDataSummaryAnswer }

/** For customers who want their data erased. The owner first sees what is stored, then erases it. */
export function PrivacyPanel() {
  const [found, setFound] = useState<FoundData | null>(null)
  return (
    <ScreenSection title={texts.title} intro={texts.intro}>
      <div className="grid max-w-xl gap-6">
        <LookupForm onFound={setFound} />
        {found && <StoredData {...found} onErased={() => setFound(null)} />}
      </div>
    </ScreenSection>
  )
}

function LookupForm({ onFound }: { onFound: (found: FoundData | null) => void }) {
  const { api } = useRouter().options.context
  const { field, form, busy, sentence } = useForm({
    initial: { email: '' },
    check: validateEmailField,
    otherwise: errorPanelTexts.unexpected,
    send: async (json) => {
      onFound(null)
      onFound({ email: json.email, held: await unwrapResponse(api.api.admin.privacy.held.$post({ json })) })
    },
  })
  return (
    <form {...form} aria-label={texts.title} className="grid gap-4">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TextField {...field('email')} label="Customer’s email" type="email" autoComplete="off" spellCheck={false} />
        <Button type="submit" variant="quiet" loading={busy} className="sm:mt-7.5 sm:self-start">
          {texts.look}
        </Button>
      </div>
    </form>
  )
}

const joinNumbers = (numbers: string[]) => (numbers.length ? numbers.join(', ') : 'None')

function StoredData({ email, held, onErased }: FoundData & { onErased: () => void }) {
  const { api } = useRouter().options.context
  const toast = useToast()
  const confirmed = useConfirmedRequest()
  const { open, finished, unplaced, messages } = held
  const erase = useMutation({
    mutationFn: () =>
      confirmed(
        {
          title: texts.question,
          text: (
            <>
              <p className="break-words">{email}</p>
              <p className="mt-2">{texts.consequence}</p>
            </>
          ),
          confirmLabel: texts.erase,
          variant: 'danger',
        },
        (headers) => unwrapResponse(api.api.admin.privacy.erasure.$post({ json: { email } }, { headers })),
      ),
    onSuccess: (erased) => {
      if (!erased) return
      toast.success(texts.done)
      onErased()
    },
    onError: (error) => toast.error(errorSentence(error, errorPanelTexts.unexpected)),
    networkMode: 'always',
  })
  if (!open.length && !finished.length && !unplaced.length && !messages)
    return <StatusBanner status="success">{texts.nothing}</StatusBanner>
  return (
    <div role="status" className="grid gap-4">
      <DefinitionList
        facts={[
          ['Open orders', joinNumbers(open)],
          ['Finished orders', joinNumbers(finished)],
          ['Payments without an order', joinNumbers(unplaced)],
          ['Messages', String(messages)],
        ]}
      />
      {open.length ? (
        <StatusBanner status="error">{erasureRefusalTexts.customerWaits({ numbers: open.join(', ') })}</StatusBanner>
      ) : (
        <Button variant="danger" className="justify-self-start" onClick={() => erase.mutate()}>
          {texts.erase}
        </Button>
      )}
    </div>
  )
}
