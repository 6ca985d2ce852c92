import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { SystemAnswer } from '#api/admin/system.ts'
import { systemKey } from '#web/admin/settings/settings-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { type Column, Table } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'

type FailedJob = SystemAnswer['jobs']['newest'][number]

/** Background jobs that failed on their last attempt. */
export function FailedJobs({ jobs }: { jobs: SystemAnswer['jobs'] }) {
  const { api } = useRouter().options.context
  const container = useRef<HTMLDivElement>(null)
  const retry = useAction({
    run: (ids: string[] | undefined) => unwrapResponse(api.api.admin.system.jobs.retry.$post({ json: { ids } })),
    successMessage: ({ changed }) =>
      changed === 1 ? 'One job is being retried.' : `${changed} jobs are being retried.`,
    invalidates: [systemKey, dashboardKey],
    onDone: () => container.current?.focus(),
  })
  const columns: Column<FailedJob>[] = [
    { head: 'Job', cell: ({ name }) => <span className="break-words font-medium">{jobTitle(name)}</span> },
    { head: 'Failed', cell: ({ failedAt }) => <LocalTimestamp at={failedAt} /> },
    { head: 'Tries', cell: ({ tries }) => <span className="tabular-nums">{tries}</span> },
    {
      head: 'Action',
      end: true,
      cell: ({ id }) => (
        <Button variant="quiet" loading={retry.isPending} onClick={() => retry.mutate([id])}>
          Try again
        </Button>
      ),
    },
  ]
  return (
    <ScreenSection
      title="Background jobs"
      intro={`${jobs.waiting || 'None'} waiting, ${jobs.failed || 'none'} failed. The server log says why a job failed.`}
      action={
        jobs.failed > 1 && (
          <Button variant="quiet" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Try all again
          </Button>
        )
      }
    >
      <div ref={container} tabIndex={-1} className="outline-none">
        {jobs.newest.length === 0 ? (
          <p className="border-line border-y bg-raised px-4 py-3 text-soft">No job has failed.</p>
        ) : (
          <Table caption="Jobs that failed" columns={columns} rows={jobs.newest} keyOf={({ id }) => id} />
        )}
      </div>
    </ScreenSection>
  )
}

/** `send-mail` is "Send mail". */
const jobTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
