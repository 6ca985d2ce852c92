import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PublicShow } from '#api/site/tour.ts'
import type { ShowFilter } from '#domain/tour/matching.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { shows: PublicShow[]; filter: ShowFilter; withPast: boolean }

/** What is looked for is in the address. Without a script the form asks the server with a button. */
export function ShowFilters({ shows, filter, withPast }: Props) {
  const { locale } = useWebsite()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filter.q ?? '')
  // What was typed here comes back in the address a moment later, in this order, when more may have been typed already.
  const onTheirWay = useRef<string[]>([])
  useEffect(() => {
    const asked = filter.q ?? ''
    const place = onTheirWay.current.indexOf(asked)
    onTheirWay.current = place < 0 ? [] : onTheirWay.current.slice(place + 1)
    if (place < 0) setTyped(asked)
  }, [filter.q])
  const countries = [...new Map(shows.map(({ country, countryName }) => [country, countryName]))]
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  const look = (changes: ShowFilter) => {
    if ('q' in changes) onTheirWay.current.push(changes.q ?? '')
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
          look({ q: typed || undefined })
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
            look({ q: target.value || undefined })
          }}
        />
        <SelectField
          label="Country"
          name="country"
          value={filter.country ?? ''}
          onChange={({ target }) => look({ country: target.value || undefined })}
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
          <button type="submit" className={buttonLook()}>
            Find
          </button>
        </noscript>
      </form>
    </search>
  )
}
