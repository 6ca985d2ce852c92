import { GripVertical, ListMusic, Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { ReleaseDraft } from '#domain/collections/collection.ts'
import type { Track } from '#domain/pages/content.ts'
import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { FillTracksDialog } from '#web/admin/collections/fill-tracks.tsx'
import { moveRows } from '#web/admin/ui/reorder.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { randomUuid } from '#web/random-id.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, inputClass, useControlProps } from '#web/ui/forms/field.tsx'

/** A track while it is edited; the id is only for its row. */
export type ReleaseTrackRow = Track & { id: string }

export const toTrackRows = (tracks: readonly Track[]): ReleaseTrackRow[] =>
  tracks.map(({ title, duration }, at) => ({ id: `stored-${at}`, title, duration }))

const isEmpty = ({ title, duration }: Track) => !title.trim() && !duration.trim()

/** The tracks to store; rows in which nothing was entered are left out. */
export const tracksFromRows = (rows: readonly ReleaseTrackRow[]): Track[] =>
  rows
    .filter((row) => !isEmpty(row))
    .map(({ title, duration }) => ({ title: title.trim(), duration: duration.trim().replace(/^0(\d:)/, '$1') }))

type TracksFieldProps = {
  rows: readonly ReleaseTrackRow[]
  problem: string | null
  /** Where files to fill from are looked for first. */
  product: string
  onChange: (rows: ReleaseTrackRow[]) => void
}

/** The track list of a record: titles and lengths, in their order. */
export function TracksField({ rows, problem, product, onChange }: TracksFieldProps) {
  const [isFilling, setFilling] = useState(false)
  const found = problem ? problemsOf(rows) : {}
  const hasOwnNote = problem !== null && Object.keys(found).length === 0
  const { ids } = useControlProps({ error: hasOwnNote ? problem : null })
  const nameOf = (id: string) => {
    const at = rows.findIndex((row) => row.id === id)
    return rows[at]?.title || `track ${at + 1}`
  }
  const reorder = useReorder({
    ids: rows.map(({ id }) => id),
    nameOf,
    onMove: (to) => onChange(moveRows(rows, to)),
  })
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <ol data-field="tracks" tabIndex={-1} aria-label="Tracks" className="grid gap-2 outline-none empty:hidden">
        {rows.map((row, at) => (
          <TrackRow
            key={row.id}
            row={row}
            number={at + 1}
            name={nameOf(row.id)}
            problems={{ title: found[`${row.id}.title`], duration: found[`${row.id}.duration`] }}
            position={reorder.order.indexOf(row.id)}
            isHeld={reorder.heldId === row.id}
            handle={reorder.handle(row.id)}
            onChange={(changes) => onChange(rows.with(at, { ...row, ...changes }))}
            onRemove={() => onChange(rows.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <FieldNotes ids={ids} error={hasOwnNote ? problem : null} />
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => onChange([...rows, { id: randomUuid(), title: '', duration: '' }])}>
          <Plus aria-hidden className="size-5" /> Add track
        </Button>
        <Button variant="quiet" onClick={() => setFilling(true)}>
          <ListMusic aria-hidden className="size-5" /> Fill from product files
        </Button>
      </div>
      {isFilling && (
        <FillTracksDialog
          product={product}
          replaced={rows.filter((row) => !isEmpty(row)).length}
          onClose={() => setFilling(false)}
          onFill={(tracks) => onChange(tracks.map((track) => ({ ...track, id: randomUuid() })))}
        />
      )}
    </div>
  )
}

const titleSentence = (title: string, problem: string): string =>
  title.trim() ? fieldProblemSentence(problem) : 'Please enter a title.'

type TrackRowProps = {
  row: ReleaseTrackRow
  /** In the list as it is stored; `position` is that while a row is being moved. */
  number: number
  position: number
  name: string
  problems: { title: string | undefined; duration: string | undefined }
  isHeld: boolean
  handle: ComponentProps<'button'>
  onChange: (changes: Partial<Track>) => void
  onRemove: () => void
}

function TrackRow({ row, number, position, name, problems, isHeld, handle, onChange, onRemove }: TrackRowProps) {
  const problemId = `${row.id}-problem`
  const hasProblem = Boolean(problems.title || problems.duration)
  const described = hasProblem ? problemId : undefined
  return (
    <li
      data-reorder={row.id}
      style={{ order: position }}
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 bg-ground max-sm:pb-2 sm:grid-cols-[auto_2rem_minmax(0,1fr)_6rem_auto] ${isHeld ? 'outline-2 outline-ink' : ''}`}
    >
      <button type="button" {...handle}>
        <GripVertical aria-hidden className="size-5" />
      </button>
      <span aria-hidden className="text-right text-soft tabular-nums max-sm:hidden">
        {position + 1}
      </span>
      <input
        type="text"
        aria-label={`Title of track ${number}`}
        aria-invalid={problems.title ? true : undefined}
        aria-describedby={described}
        placeholder="Title"
        value={row.title}
        onChange={({ target }) => onChange({ title: target.value })}
        className={inputClass}
      />
      <input
        type="text"
        inputMode="text"
        aria-label={`Length of track ${number}`}
        aria-invalid={problems.duration ? true : undefined}
        aria-describedby={described}
        placeholder="4:05"
        value={row.duration}
        onChange={({ target }) => onChange({ duration: target.value })}
        className={`${inputClass} text-right tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:w-24`}
      />
      <Button
        variant="quiet"
        size="icon"
        className="max-sm:col-start-3 max-sm:row-start-1"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </Button>
      {hasProblem && (
        <p id={problemId} className="col-span-full text-error-ink text-sm sm:pl-20">
          {problems.title ? titleSentence(row.title, problems.title) : 'Please enter a length such as 4:05.'}
        </p>
      )}
    </li>
  )
}

/** Which rows have a problem: `<id of the row>.title`. */
function problemsOf(rows: readonly ReleaseTrackRow[]): Record<string, string> {
  const filled = rows.filter((row) => !isEmpty(row))
  const { error } = ReleaseDraft.shape.tracks.safeParse(tracksFromRows(rows))
  const issues = error?.issues.filter(({ path }) => path.length > 1) ?? []
  return Object.fromEntries(
    issues.map(({ path: [at, field], message }) => [`${filled[Number(at)]!.id}.${String(field)}`, message]),
  )
}
