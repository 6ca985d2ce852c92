import type { GoingLiveCheckAnswer } from '#api/admin/going-live.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { CopyButton } from '#web/admin/ui/copy-button.tsx'

type Record = GoingLiveCheckAnswer['records'][number]

const states = {
  there: { tone: 'good', words: 'Set' },
  missing: { tone: 'notice', words: 'Missing' },
  wrong: { tone: 'bad', words: 'Wrong' },
  unknown: { tone: 'plain', words: 'Not known' },
} as const

/** The records to set where the domain was bought, each with its state and a button that copies its value. */
export const DnsRecords = ({ records, of }: { records: Record[]; of: string }) => (
  <ul aria-label={`DNS records: ${of}`} className="grid grid-cols-1 border-line border-y bg-raised">
    {records.map((record) => (
      <DnsRecordRow key={`${record.type} ${record.name} ${record.value}`} record={record} />
    ))}
  </ul>
)

function DnsRecordRow({ record: { type, name, value, state, note } }: { record: Record }) {
  const { tone, words } = states[state]
  return (
    <li className="grid grid-cols-1 justify-items-start gap-3 border-line px-4 py-3 not-first:border-t sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{words}</Badge>
          <span className="font-semibold">{type}</span>
          <span className="wrap-anywhere font-mono text-sm">{name}</span>
        </div>
        {value !== null && <p className="wrap-anywhere mt-2 font-mono text-sm">{value}</p>}
        {note && <p className="mt-1 text-sm text-soft">{note}</p>}
      </div>
      {value !== null && state !== 'there' && (
        <CopyButton text={value} label="Copy" about={`the ${type} record of ${name}`} />
      )}
    </li>
  )
}
