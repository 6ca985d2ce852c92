import { Link } from '@tanstack/react-router'
import type { DownloadRow } from '#api/admin/downloads.ts'
import { downloadStateLabels } from '#domain/downloads/admin-actions.ts'
import { downloadEventLabel } from '#domain/downloads/events.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import { DownloadActions } from '#web/admin/downloads/download-actions.tsx'
import { fileUseText } from '#web/admin/downloads/file-use.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import type { Column } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'

const tones = { ready: 'good', 'used-up': 'notice', expired: 'notice', withdrawn: 'bad' } as const satisfies Record<
  DownloadState,
  string
>

/** How often each file was downloaded. Many files are one line that opens, so that an album is no taller than a song. */
function FileUse({ files, allowed }: Pick<DownloadRow, 'files' | 'allowed'>) {
  if (files.length === 0) return <span className="text-soft">No files</span>
  const list = (
    <ul className="grid gap-1 text-sm">
      {files.map(({ id, name, used, left }) => (
        <li key={id} className={left === 0 ? 'font-semibold' : ''}>
          <span className="wrap-anywhere">{name}</span>
          <span className="whitespace-nowrap tabular-nums">
            : {used} of {allowed}
            {left === 0 && ', used up'}
          </span>
        </li>
      ))}
    </ul>
  )
  if (files.length === 1) return list
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer content-center underline-offset-4 hover:underline">
        <span className="tabular-nums">{fileUseText(files, allowed)}</span>
      </summary>
      <div className="pt-1 pl-4">{list}</div>
    </details>
  )
}

/** A right to download, as it stands in a list. */
export const downloadColumns: Column<DownloadRow>[] = [
  {
    head: 'Product',
    cell: ({ product }) => <span className="font-medium max-sm:block max-sm:truncate">{product}</span>,
    below: ({ orderNumber }) => (
      <Link
        to="/admin/orders/$number"
        params={{ number: orderNumber }}
        className="block min-h-11 w-fit content-center whitespace-nowrap tabular-nums underline underline-offset-4 hover:decoration-2 sm:min-h-0"
      >
        {orderNumber}
      </Link>
    ),
  },
  { head: 'State', phone: 'end', cell: ({ state }) => <Badge tone={tones[state]}>{downloadStateLabels[state]}</Badge> },
  {
    head: 'Used',
    sort: 'used',
    phone: 'hidden',
    cell: (right) => <FileUse {...right} />,
  },
  { head: 'Bought', sort: 'created', phone: 'hidden', cell: ({ createdAt }) => <LocalTimestamp at={createdAt} /> },
  { head: 'Until', sort: 'expires', phone: 'hidden', cell: ({ expiresAt }) => <LocalTimestamp at={expiresAt} /> },
  {
    head: 'Last event',
    sort: 'last',
    phone: 'hidden',
    cell: ({ lastEvent }) =>
      lastEvent ? (
        <>
          <span className={lastEvent.type === 'failed' ? 'text-error-ink' : ''}>{downloadEventLabel(lastEvent)}</span>
          <span className="block text-soft text-sm">
            <LocalTimestamp at={lastEvent.at} />
          </span>
        </>
      ) : (
        <span className="text-soft">Nothing yet</span>
      ),
  },
  { head: 'Actions', end: true, phone: 'end', cell: (right) => <DownloadActions right={right} /> },
]
