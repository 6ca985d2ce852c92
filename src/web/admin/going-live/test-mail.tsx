import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { testMailQuery, useSendTestMail } from '#web/admin/going-live/going-live-query.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Sends a test to the signed-in owner and says what becomes of it. */
export function SendTestMail() {
  const { api } = useRouter().options.context
  const [id, setId] = useState<string | null>(null)
  const send = useSendTestMail(setId)
  const { data } = useQuery(testMailQuery(api, id))
  return (
    <div className="grid grow grid-cols-1 justify-items-start gap-3">
      <Button variant="quiet" loading={send.isPending} onClick={() => send.mutate()}>
        Send a test to my address
      </Button>
      {id && <Outcome state={data?.state ?? 'queued'} failure={data?.failure ?? null} />}
    </div>
  )
}

function Outcome({ state, failure }: { state: 'queued' | 'sent' | 'failed'; failure: string | null }) {
  if (state === 'sent')
    return (
      <StatusBanner status="success">
        The mail server has taken the test. Look into your mailbox, and into the spam folder.
      </StatusBanner>
    )
  if (state === 'failed') return <StatusBanner status="error">The test was not sent. {failure}</StatusBanner>
  return (
    <StatusBanner status="notice">
      {failure ? `Not sent yet: ${failure} It is tried again automatically.` : 'The test is being sent…'}
    </StatusBanner>
  )
}
