import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { bottomBarRef } from '#web/admin/ui/bottom-bar.ts'
import type { Selection } from '#web/admin/ui/lists/use-list-screen.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

type ListToolsProps = {
  /** Search boxes, and what a phone shows at all times. */
  children?: ReactNode
  /** Behind one button on a phone. */
  filters?: ReactNode
  /** How many of the filters are in use. */
  inUse?: number
}

/** Search and filters in one line, above the list that they are for. */
export function ListTools({ children, filters, inUse = 0 }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="flex flex-wrap items-end gap-3">
      {children}
      {filters && (
        <>
          <Button
            variant="quiet"
            className="sm:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden className="size-5" /> Filters
            {inUse > 0 && (
              <span className="min-w-6 rounded-full bg-ink px-1.5 py-1 text-center text-ground text-xs tabular-nums leading-none">
                {inUse}
                <span className="sr-only"> in use</span>
              </span>
            )}
          </Button>
          <div
            id={id}
            className={`max-sm:basis-full max-sm:flex-wrap max-sm:gap-3 sm:contents ${isOpen ? 'max-sm:flex' : 'max-sm:hidden'}`}
          >
            {filters}
          </div>
        </>
      )}
    </search>
  )
}

type SearchBoxProps = {
  label: string
  value: string | undefined
  onChange: (q: string | undefined) => void
  maxLength?: number
  /** For a value that is searched as a whole, such as an e-mail address: with Enter, or when the box loses the focus. */
  isWhole?: boolean
  /** What is wrong with the value. */
  problem?: string | null
}

/** Searches when the typing pauses, so that a word is one request and not seven. */
export function SearchBox({ label, value, onChange, maxLength = 80, isWhole = false, problem }: SearchBoxProps) {
  const [typed, setTyped] = useState(value ?? '')
  const searched = useRef(value ?? '')
  const problemId = useId()
  const search = useRef(() => {})
  search.current = () => {
    if (typed.trim() === searched.current) return
    searched.current = typed.trim()
    onChange(searched.current || undefined)
  }
  useEffect(() => {
    if (searched.current === (value ?? '')) return
    searched.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    // An empty box holds no personal data.
    if (isWhole && typed) return
    const timer = setTimeout(() => search.current(), 250)
    return () => clearTimeout(timer)
  }, [typed, isWhole])
  return (
    <div className="grid min-w-48 grow basis-64 gap-1">
      <label className="relative grid">
        <span className="sr-only">{label}</span>
        <Search aria-hidden className="pointer-events-none absolute left-3 size-5 self-center text-soft" />
        <input
          type="search"
          maxLength={maxLength}
          placeholder={label}
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => search.current()}
          onKeyDown={({ key }) => key === 'Enter' && search.current()}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          className={`${inputClass} pl-10`}
        />
      </label>
      {problem && (
        <p id={problemId} role="alert" className="text-error-ink text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

type FilterProps<V extends string> = {
  label: string
  /** The label of the option without a filter. */
  all: string
  options: readonly (readonly [value: V, label: string])[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

/** Options for a `Filter` or a select, from the labels of a union. */
export const optionsFromLabels = <V extends string>(labels: Record<V, string>) =>
  Object.entries(labels) as [V, string][]

export function FilterSelect<V extends string>({ label, all, options, value, onChange }: FilterProps<V>) {
  return (
    <SelectBox
      aria-label={label}
      className="grow basis-36 sm:max-w-56"
      value={value ?? ''}
      onChange={({ target }) => onChange((target.value || undefined) as V | undefined)}
    >
      <option value="">{all}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectBox>
  )
}

/** The rows to delete. `isByKeys`: started with the keyboard, so that the button “Undo” takes the focus. */
export type BulkDelete = { ids: string[]; isByKeys: boolean }

type BulkDeleteBarProps = { selection: Selection; isPending: boolean; onDelete: (rows: BulkDelete) => void }

/** Deletes the selected rows at once, where this can be undone. */
export const BulkDeleteBar = ({ selection, isPending, onDelete }: BulkDeleteBarProps) => (
  <BulkBar selection={selection}>
    <Button
      variant="danger"
      loading={isPending}
      // A click without a pointer comes from the keyboard.
      onClick={({ detail }) => onDelete({ ids: selection.ids, isByKeys: detail === 0 })}
    >
      Delete
    </Button>
  </BulkBar>
)

/** What can be done with the selected rows; it stays at the lower edge while any row is selected. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  if (!selection.count) return null
  return (
    <section
      ref={bottomBarRef}
      aria-label="Actions for the selected rows"
      className="sticky bottom-0 z-2 flex flex-wrap items-center gap-3 border-line border-t-2 bg-raised px-4 py-3 shadow-lg"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {selection.count} selected
      </p>
      {children}
      <Button variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
