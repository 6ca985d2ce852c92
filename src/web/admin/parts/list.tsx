import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Selection } from '#web/admin/parts/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { boxLook } from '#web/ui/field.tsx'
import { SelectBox } from '#web/ui/select-field.tsx'

/** What a list is asked for lives in the address; whatever is changed but the page leads back to the first page. */
export function useAddress<S extends object>(): (changes: Partial<S>) => void {
  const navigate = useNavigate()
  return (changes) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, page: undefined, ...changes }) as never,
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
}

/** Search and filters in one line, above the list that they are for. */
export const ListTools = ({ children }: { children: ReactNode }) => (
  <search className="flex flex-wrap items-end gap-3">{children}</search>
)

type SearchBoxProps = {
  label: string
  value: string | undefined
  onChange: (q: string | undefined) => void
  maxLength?: number
  /** For what nobody may read half of: it is asked for with Enter, or when the box is left. */
  isWhole?: boolean
  /** What is wrong with what was asked for. */
  problem?: string | null
}

/** Asks when the typing pauses, so that a word is one question and not seven. */
export function SearchBox({ label, value, onChange, maxLength = 80, isWhole = false, problem }: SearchBoxProps) {
  const [typed, setTyped] = useState(value ?? '')
  const asked = useRef(value ?? '')
  const problemId = useId()
  const ask = useRef(() => {})
  ask.current = () => {
    if (typed.trim() === asked.current) return
    asked.current = typed.trim()
    onChange(asked.current || undefined)
  }
  useEffect(() => {
    if (asked.current === (value ?? '')) return
    asked.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    // An empty box tells nothing of anybody.
    if (isWhole && typed) return
    const timer = setTimeout(() => ask.current(), 250)
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
          onBlur={() => ask.current()}
          onKeyDown={({ key }) => key === 'Enter' && ask.current()}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          className={`${boxLook} pl-10`}
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
  /** What it says when everything is shown. */
  all: string
  options: readonly (readonly [value: V, label: string])[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export function Filter<V extends string>({ label, all, options, value, onChange }: FilterProps<V>) {
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

type PagerProps = {
  page: number
  size: number
  total: number
  sizes?: readonly number[]
  /** So many pages are turned at most; what is said on the last of them, when there is more. */
  most?: { pages: number; words: string }
  /** The total is that of an earlier question, as long as the answer to this one is on its way. */
  isOld?: boolean
  /** Not everything was asked for, so that there may be more than this. */
  isNarrowed?: boolean
  onChange: (asked: { page?: number | undefined; size?: number | undefined }) => void
}

const usualSizes = [10, 25, 50, 100]

/** Whoever is beyond the last page, because it has just been emptied, is led back to the last one that there is. */
export function Pager(props: PagerProps) {
  const { page: asked, size, total, sizes = usualSizes, most, isOld = false, isNarrowed = false, onChange } = props
  const all = Math.max(1, Math.ceil(total / size))
  const last = Math.min(all, most?.pages ?? all)
  const page = Math.min(asked, last)
  const from = (page - 1) * size + 1
  const turn = useRef(onChange)
  turn.current = onChange
  useEffect(() => {
    if (asked > last && !isOld) turn.current({ page: last })
  }, [asked, last, isOld])
  if (total === 0) return isNarrowed && <NothingFound />
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className="text-soft tabular-nums">
        {`${from}–${Math.min(from + size - 1, total)} of ${total}`}
        {page === last && last < all && ` ${most!.words}`}
      </p>
      <div className="flex items-center gap-2">
        <SelectBox
          aria-label="Rows on a page"
          className="w-36"
          value={size}
          onChange={({ target }) => onChange({ size: Number(target.value) })}
        >
          {sizes.map((each) => (
            <option key={each} value={each}>
              {each} a page
            </option>
          ))}
        </SelectBox>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Next page"
          disabled={page >= last}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  )
}

function NothingFound() {
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-soft">
        Nothing found
      </p>
      <Button variant="quiet" onClick={() => navigate({ to: '.', search: {}, replace: true, viewTransition: false })}>
        Show everything
      </Button>
    </div>
  )
}

/** What can be done with the rows that are chosen; at hand at the lower edge as long as any is. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  if (!selection.count) return null
  return (
    <section
      aria-label="What to do with the chosen rows"
      className="sticky bottom-0 z-2 flex flex-wrap items-center gap-3 border-line border-t-2 bg-raised px-4 py-3 shadow-lg"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {selection.count} chosen
      </p>
      {children}
      <Button variant="quiet" onClick={selection.clear}>
        Choose none
      </Button>
    </section>
  )
}
