import { Plus, Trash2 } from 'lucide-react'
import { ReleaseDraft } from '#domain/collections/collection.ts'
import { type StreamingLink, streamingServiceOf } from '#domain/pages/streaming.ts'
import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, useControlProps } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

/** A link while it is edited. */
export type LinkRow = { address: string; label: string }

export const toLinkRows = (links: readonly StreamingLink[]): LinkRow[] =>
  links.map(({ address, label }) => ({ address, label: label ?? '' }))

const isEmpty = ({ address, label }: LinkRow) => !address.trim() && !label.trim()

/** The links to store; empty rows are left out. */
export const linksFromRows = (rows: readonly LinkRow[]): StreamingLink[] =>
  rows
    .filter((row) => !isEmpty(row))
    .map(({ address, label }) => ({ address: address.trim(), label: label.trim() || null }))

type LinksFieldProps = { rows: readonly LinkRow[]; problem: string | null; onChange: (rows: LinkRow[]) => void }

/** Where a record can be heard; services that we know need no name. */
export function LinksField({ rows, problem, onChange }: LinksFieldProps) {
  const found = problem ? problemsOf(rows) : new Map<string, string>()
  const own = problem !== null && found.size === 0 ? problem : null
  const { ids } = useControlProps({ error: own })
  const change = (at: number, changes: Partial<LinkRow>) => onChange(rows.with(at, { ...rows[at]!, ...changes }))
  return (
    <div className="grid gap-3">
      <p aria-hidden className="font-semibold">
        Streaming links
      </p>
      <ul
        data-field="links"
        tabIndex={-1}
        aria-label="Streaming links"
        className="grid gap-4 outline-none empty:hidden"
      >
        {rows.map((row, at) => {
          const service = streamingServiceOf(row.address.trim())
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a link has no id, and all its fields are being edited
              key={at}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
            >
              <div className="max-sm:col-span-2">
                <TextField
                  label="Address"
                  inputMode="url"
                  placeholder="https://"
                  value={row.address}
                  error={found.get(`${at}.address`) ?? null}
                  onChange={({ target }) => change(at, { address: target.value })}
                />
              </div>
              <TextField
                label="Name"
                placeholder={service ?? ''}
                value={row.label}
                error={found.get(`${at}.label`) ?? null}
                onChange={({ target }) => change(at, { label: target.value })}
              />
              <Button
                variant="quiet"
                size="icon"
                className="mt-7.5 self-start"
                aria-label={`Remove ${row.label || service || `link ${at + 1}`}`}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </li>
          )
        })}
      </ul>
      <FieldNotes ids={ids} error={own} />
      <p>
        <Button
          variant="quiet"
          disabled={rows.length >= 20}
          onClick={() => onChange([...rows, { address: '', label: '' }])}
        >
          <Plus aria-hidden className="size-5" /> Add link
        </Button>
      </p>
    </div>
  )
}

/** Problems by row and field: `1.address`. */
function problemsOf(rows: readonly LinkRow[]): Map<string, string> {
  const filled = [...rows.keys()].filter((at) => !isEmpty(rows[at]!))
  const { error } = ReleaseDraft.shape.links.safeParse(linksFromRows(rows))
  const issues = error?.issues.filter(({ path }) => path.length > 1) ?? []
  return new Map(
    issues.map(({ path: [at, field], message }) => [
      `${filled[Number(at)]!}.${String(field)}`,
      field === 'label' ? 'Please enter the name of the service.' : fieldProblemSentence(message),
    ]),
  )
}
