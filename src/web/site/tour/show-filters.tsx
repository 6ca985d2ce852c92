import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PublicShow } from '#api/site/tour.ts'
import type { ShowFilter } from '#domain/tour/matching.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { shows: PublicShow[]; filter: ShowFilter; withPast: boolean }

/** Filters are search parameters. Without scripts the form submits them with a button. */
export function ShowFilters({ shows, filter, withPast }: Props) {
  const { locale } = useWebsite()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filter.q ?? '')
  // Typed texts come back through the address later, in this order, when the visitor may have typed more.
  const pendingTexts = useRef<string[]>([])
  useEffect(() => {
    const current = filter.q ?? ''
    const index = pendingTexts.current.indexOf(current)
    pendingTexts.current = index < 0 ? [] : pendingTexts.current.slice(index + 1)
    if (index < 0) setTyped(current)
  }, [filter.q])
  const countries = [...new Map(shows.map(({ country, countryName }) => [country, countryName]))]
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  const setFilter = (changes: ShowFilter) => {
    if ('q' in changes) pendingTexts.current.push(changes.q ?? '')
    void navigate({
      to: '/tour',
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }
  return (
    <search>
      <form
        method="get"
        action="/tour"
        aria-label="Find shows"
        className="mb-4 grid max-w-3xl items-end gap-4 sm:grid-cols-[1.4fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          setFilter({ q: typed || undefined })
        }}
      >
        <TextField
          label="City, venue or artist"
          name="q"
          type="search"
          maxLength={80}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setFilter({ q: target.value || undefined })
          }}
        />
        <SelectField
          label="Country"
          name="country"
          value={filter.country ?? ''}
          onChange={({ target }) => setFilter({ country: target.value || undefined })}
        >
          <option value="">All countries</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {withPast && <input type="hidden" name="past" value="include" />}
        <noscript>
          <button type="submit" className={buttonClass()}>
            Find
          </button>
        </noscript>
      </form>
    </search>
  )
}
