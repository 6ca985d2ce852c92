import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { newLinksTexts as texts } from '#domain/texts/our-download-words.ts'
import { ApiError, answerOf } from '#web/answer.ts'
import { withCheckIfRequired } from '#web/site/contact/solve-human-check.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'

type Props = { orderNumber: string; emailHash: string }
type Standing = { status: 'success' | 'error'; sentence: string }

/** For a buyer who has lost the mail: links are only sent to the address of the order. */
export function NewLinks({ orderNumber, emailHash }: Props) {
  const { api, queryClient } = useRouter().options.context
  const check = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [standing, setStanding] = useState<Standing | null>(null)
  async function ask() {
    setBusy(true)
    try {
      await withCheckIfRequired({ api, queryClient, element: check.current! }, (proof) =>
        answerOf(api.api.orders.links.$post({ json: { orderNumber, emailHash, ...proof } })),
      )
      setStanding({ status: 'success', sentence: texts.sent })
    } catch (error) {
      setStanding({ status: 'error', sentence: error instanceof ApiError ? error.message : texts.failed })
    } finally {
      setBusy(false)
    }
  }
  if (standing?.status === 'success') return <StatusBanner status="success">{standing.sentence}</StatusBanner>
  return (
    <div className="grid justify-items-start gap-3">
      {standing && <StatusBanner status="error">{standing.sentence}</StatusBanner>}
      <div ref={check} className="empty:hidden" />
      <Button variant="quiet" loading={busy} onClick={ask}>
        {texts.ask}
      </Button>
      <p className="text-soft">{texts.help}</p>
    </div>
  )
}
