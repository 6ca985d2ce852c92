import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

type PagerProps = {
  page: number
  size: number
  total: number
  sizes?: readonly number[]
  /** The last page that can be turned to, and the sentence on it when there are more rows. */
  max?: { pages: number; words: string }
  /** The total is that of an earlier search; this one is still loading. */
  isPlaceholder: boolean
  /** The search or a filter may have left rows out. */
  isNarrowed?: boolean
  onChange: (changes: { page?: number | undefined; size?: number | undefined }) => void
}

const usualSizes = [10, 25, 50, 100]

/** A page beyond the last one, because its rows were just deleted, leads back to the last page that there is. */
export function Pager(props: PagerProps) {
  const { page: requested, size, total, sizes = usualSizes, max, isPlaceholder, isNarrowed = false, onChange } = props
  const all = Math.max(1, Math.ceil(total / size))
  const last = Math.min(all, max?.pages ?? all)
  const page = Math.min(requested, last)
  const from = (page - 1) * size + 1
  const turn = useRef(onChange)
  turn.current = onChange
  useEffect(() => {
    if (requested > last && !isPlaceholder) turn.current({ page: last })
  }, [requested, last, isPlaceholder])
  if (total === 0) return isNarrowed && <NothingFound />
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className="text-soft tabular-nums">
        {`${from}–${Math.min(from + size - 1, total)} of ${total}`}
        {page === last && last < all && ` ${max!.words}`}
      </p>
      <div className="flex items-center gap-2">
        {sizes.length > 1 && (
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
        )}
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
