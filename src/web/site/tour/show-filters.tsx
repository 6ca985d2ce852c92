import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { PastShows, PublicShow } from '#api/site/tour.ts'
import { type TourSearch, tourSearch } from '#domain/tour/tour-search.ts'
import { FilterSheetButton, FilterSheetFooter } from '#web/site/shop/filter-sheet.tsx'
import { useDebouncedInput } from '#web/site/shop/use-debounced-input.ts'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { shows: PublicShow[]; past: PastShows | null }

/**
 * Filters are search parameters. Without scripts the form submits them with a button. On a phone they are in a popover,
 * which also works without scripts, so that the next show is on the first screen.
 */
export function ShowFilters({ shows, past }: Props) {
  const { locale } = useWebsite()
  const navigate = useNavigate()
  const sheet = useId()
  // From the address, which changes before the past shows have loaded.
  const search = tourSearch(useLocation().search)
  const setSearch = (changes: Partial<TourSearch>) =>
    void navigate({
      to: '/tour',
      search: (before) => ({ ...before, page: undefined, ...changes }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  const [typed, setTyped] = useDebouncedInput(search.q ?? '', (q) => setSearch({ q: q || undefined }))
  const ofShows = shows.map(({ country, countryName }) => [country, countryName] as const)
  const ofPast = past?.countries.map(({ code, name }) => [code, name] as const) ?? []
  const countries = [...new Map([...ofShows, ...ofPast])].sort(([, a], [, b]) => a.localeCompare(b, locale))
  return (
    <search className="max-w-3xl sm:grow">
      <FilterSheetButton sheet={sheet} isInUse={Boolean(search.q || search.country)} />
      <form
        id={sheet}
        popover="auto"
        method="get"
        action="/tour"
        aria-label="Find shows"
        className="filter-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          event.currentTarget.hidePopover?.()
          setSearch({ q: typed.trim() || undefined })
        }}
      >
        <div className="grid items-end gap-4 sm:grid-cols-[1.4fr_1fr_auto]">
          <TextField
            label="City, venue or artist"
            name="q"
            type="search"
            maxLength={80}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <SelectField
            label="Country"
            name="country"
            value={search.country ?? ''}
            onChange={({ target }) => setSearch({ country: target.value || undefined })}
          >
            <option value="">All countries</option>
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          {search.past && <input type="hidden" name="past" value={search.past} />}
          <FilterSheetFooter sheet={sheet} close="Show the dates" />
        </div>
      </form>
    </search>
  )
}
