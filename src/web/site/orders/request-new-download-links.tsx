import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { newDownloadLinksTexts as texts } from '#domain/texts/own-download-words.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { sendWithCheckIfRequired } from '#web/site/contact/solve-human-check.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type Props = { orderNumber: string; emailHash: string }
type Outcome = { status: 'success' | 'error'; sentence: string }

/** For a buyer who has lost the mail: links are only sent to the address of the order. */
export function RequestNewDownloadLinks({ orderNumber, emailHash }: Props) {
  const { api, queryClient } = useRouter().options.context
  const check = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function requestLinks() {
    setBusy(true)
    try {
      await sendWithCheckIfRequired({ api, queryClient, element: check.current! }, (proof) =>
        unwrapResponse(api.api.orders.links.$post({ json: { orderNumber, emailHash, ...proof } })),
      )
      setOutcome({ status: 'success', sentence: texts.sent })
    } catch (error) {
      setOutcome({ status: 'error', sentence: error instanceof ApiError ? error.message : texts.failed })
    } finally {
      setBusy(false)
    }
  }
  if (outcome?.status === 'success') return <StatusBanner status="success">{outcome.sentence}</StatusBanner>
  return (
    <div className="grid justify-items-start gap-3">
      {outcome && <StatusBanner status="error">{outcome.sentence}</StatusBanner>}
      <div ref={check} className="empty:hidden" />
      <Button variant="quiet" loading={busy} onClick={requestLinks}>
        {texts.ask}
      </Button>
      <p className="text-soft">{texts.help}</p>
    </div>
  )
}
