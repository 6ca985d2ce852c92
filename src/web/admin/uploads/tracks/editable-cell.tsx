import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { TagSource } from '#domain/uploads/metadata/track.ts'
import { shortTagSourceLabels, tagSourceLabels } from '#web/admin/uploads/tracks/track-texts.ts'
import { inputClass } from '#web/ui/forms/field.tsx'

type WordCellProps<T> = {
  label: string
  /** The track, for screen readers. */
  about?: string
  value: T | null
  source: TagSource | null
  /** The label is above the cell on phones only; elsewhere the column header shows it. */
  isInColumn?: boolean
  /** Which cell of its row: the arrow keys go up and down among those. */
  column: string
  onEdit: (value: T | null) => void
  className?: string
}
type CellParser<T> = {
  read: (text: string) => T | null
  /** The error for text that cannot be parsed. */
  problem?: string
  isNumber?: boolean
}

export const TextCell = (props: WordCellProps<string>) => <WordCell {...props} read={(text) => text} />

type NumberCellProps = WordCellProps<number> & { min: number; max: number }
export const NumberCell = ({ min, max, ...props }: NumberCellProps) => (
  <WordCell
    {...props}
    isNumber
    problem={`Please enter a number from ${min} to ${max}.`}
    read={(text) => (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null)}
  />
)

/**
 * One editable field. It is saved when the cell loses the focus or is unmounted. Enter and the arrow keys move to the
 * same cell of the next track, Escape discards the edit. An empty cell uses the value of the file.
 */
function WordCell<T extends string | number>(props: WordCellProps<T> & CellParser<T>) {
  const { label, about, value, source, column, onEdit, read, problem, isNumber, isInColumn, className = '' } = props
  const [draft, setDraft] = useState<string | null>(null)
  const id = useId()
  const text = draft ?? (value === null ? '' : String(value))
  const known = source && (isNumber ? shortTagSourceLabels : tagSourceLabels)[source]
  const isWrong = draft !== null && draft.trim() !== '' && read(draft.trim()) === null

  function save(): void {
    if (draft === null || isWrong) return
    const entered = draft.trim() === '' ? null : read(draft.trim())
    setDraft(null)
    if (entered !== value && !(entered === null && source !== 'owner')) onEdit(entered)
  }

  const latest = useRef(save)
  latest.current = save
  useEffect(() => () => latest.current(), [])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = stepOf(event)
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) save()
    if (event.key === 'Escape' && draft !== null) setDraft(null)
    else if (step) {
      save()
      neighbour(event.currentTarget, step)?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`}>
      <label htmlFor={id} className={`text-soft text-sm ${isInColumn ? 'sm:sr-only' : ''}`}>
        {label}
        {about && <span className="sr-only"> of {about}</span>}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        inputMode={isNumber ? 'numeric' : undefined}
        maxLength={isNumber ? 4 : 300}
        data-column={column}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong || known ? `${id}-note` : undefined}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        className={`${inputClass} ${isNumber ? 'tabular-nums' : ''}`}
      />
      <p id={`${id}-note`} aria-live="polite" className="flex min-w-0 items-center text-soft text-xs empty:hidden">
        {isWrong ? <span className="text-error-ink">{problem}</span> : known}
        {!isWrong && source === 'owner' && (
          <button
            type="button"
            onClick={() => onEdit(null)}
            aria-label={`${label}${about ? ` of ${about}` : ''} as in the file`}
            title="As in the file"
            className="-my-3 -mr-3 ml-auto grid size-11 shrink-0 cursor-pointer place-items-center hover:text-ink"
          >
            <RotateCcw aria-hidden className="size-3.5" />
          </button>
        )}
      </p>
    </div>
  )
}

const stepOf = ({ key, shiftKey }: KeyboardEvent): number =>
  key === 'ArrowDown' || (key === 'Enter' && !shiftKey) ? 1 : key === 'ArrowUp' || key === 'Enter' ? -1 : 0

/** The same cell of another track, in the order in which they are seen. */
function neighbour(cell: HTMLInputElement, step: number): HTMLInputElement | undefined {
  const table = cell.closest('[data-tracks]')
  const column = [...(table?.querySelectorAll<HTMLInputElement>(`[data-column="${cell.dataset.column}"]`) ?? [])]
  return column[column.indexOf(cell) + step]
}
