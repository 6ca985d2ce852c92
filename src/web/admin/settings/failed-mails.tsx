import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { SystemAnswer } from '#api/admin/system.ts'
import { failedMailRetentionDays } from '#domain/mail/failure.ts'
import { mailOutboxTexts } from '#domain/texts/own-admin-words.ts'
import { systemKey } from '#web/admin/settings/settings-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { type Column, Table } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type FailedMail = SystemAnswer['mails']['newest'][number]

/** The mails that were not sent, and why. Recipient and content stay sealed and are not shown. */
export function FailedMails({ mails }: { mails: SystemAnswer['mails'] }) {
  const { api } = useRouter().options.context
  const container = useRef<HTMLDivElement>(null)
  const retry = useAction({
    run: (ids: string[] | undefined) => unwrapResponse(api.api.admin.system.mails.retry.$post({ json: { ids } })),
    successMessage: ({ changed }) =>
      changed === 1 ? 'One mail is being retried.' : `${changed} mails are being retried.`,
    invalidates: [systemKey, dashboardKey],
    onDone: () => container.current?.focus(),
  })
  const dismiss = useAction({
    run: (ids: string[]) => unwrapResponse(api.api.admin.system.mails['bulk-delete'].$post({ json: { ids } })),
    successMessage: () => 'The mail is dismissed.',
    undo: useUndoDelete(),
    invalidates: [systemKey, dashboardKey],
    onDone: () => container.current?.focus(),
  })
  const isBusy = retry.isPending || dismiss.isPending
  const columns: Column<FailedMail>[] = [
    { head: 'Written', cell: ({ createdAt }) => <LocalTimestamp at={createdAt} /> },
    { head: 'Why', cell: ({ failure }) => failure ?? 'Not known' },
    { head: 'Tries', cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span> },
    {
      head: 'Action',
      end: true,
      cell: ({ id, mayRetry }) =>
        mayRetry ? (
          <Button variant="quiet" loading={isBusy} onClick={() => retry.mutate([id])}>
            Try again
          </Button>
        ) : (
          <Button variant="quiet" loading={isBusy} onClick={() => dismiss.mutate([id])}>
            Dismiss
          </Button>
        ),
    },
  ]
  return (
    <ScreenSection
      title="Mails"
      intro={`Of the last ${failedMailRetentionDays} days: ${queuedText(mails.queued)}, ${mails.failed || 'none'} failed. Mails that may already be sent or can no longer be read are never retried: check and dismiss them.`}
      action={
        mails.newest.filter(({ mayRetry }) => mayRetry).length > 1 && (
          <Button variant="quiet" loading={isBusy} onClick={() => retry.mutate(undefined)}>
            Try all again
          </Button>
        )
      }
    >
      {mails.areFiles && <StatusBanner status="notice">{mailOutboxTexts.help}</StatusBanner>}
      <div ref={container} tabIndex={-1} className="outline-none">
        {mails.newest.length === 0 ? (
          <p className="border-line border-y bg-raised px-4 py-3 text-soft">No failed mails.</p>
        ) : (
          <Table caption="Mails that failed" columns={columns} rows={mails.newest} keyOf={({ id }) => id} />
        )}
      </div>
    </ScreenSection>
  )
}

const queuedText = (queued: number) =>
  queued === 1 ? '1 waiting to be sent' : `${queued || 'none'} waiting to be sent`
