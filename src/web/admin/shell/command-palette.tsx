import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { hasShop, hasTour } from '#domain/sites/features.ts'
import { ordersQuery } from '#web/admin/orders/orders-query.ts'
import { productsQuery } from '#web/admin/products/products-query.ts'
import { useHasPlatformAccess } from '#web/admin/session/session-query.ts'
import { findScreens, type PaletteEntry, paletteSearchTerms } from '#web/admin/shell/palette-entries.ts'
import { adminShowsQuery } from '#web/admin/tour/shows-query.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Ctrl+K or Cmd+K: leads to any screen, show, product or order by a few letters. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button variant="quiet" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)} className="max-sm:px-2.5!">
        <Search aria-hidden className="size-5" />
        <span className="max-md:sr-only">Go to…</span>
        <kbd aria-hidden className="text-soft text-sm max-lg:hidden">
          Ctrl K
        </kbd>
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Go to…">
        <Palette onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

/** In the moment in which it appears, so that nothing that is typed right after Ctrl+K is lost. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus()

function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const { entries, isSearching } = useEntries(typed)
  const active = Math.min(at, entries.length - 1)
  const openEntry = ({ path }: PaletteEntry) => {
    onClose()
    void navigate({ href: path })
  }
  // While records are searched, those shown may be of fewer letters: Enter waits for what was typed.
  useEffect(() => {
    const entry = entries[active]
    if (!isEntered || (isSearching && entry?.kind !== 'Screen')) return
    setEntered(false)
    if (entry) openEntry(entry)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length) setAt((active + step + entries.length) % entries.length)
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={focusAtOnce}
        type="text"
        role="combobox"
        aria-label="Screen, show, product or order number"
        placeholder="Screen, show, product or order number"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
        className={inputClass}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
          <div
            key={entry.path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={(option) => {
              if (index === active) option?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => openEntry(entry)}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-2 hover:bg-sunken aria-selected:bg-sunken"
          >
            <span className="min-w-0 grow truncate font-medium">
              {entry.name} {entry.about && <span className="font-normal text-soft">{entry.about}</span>}
            </span>
            <span className="text-soft text-sm">{entry.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-soft text-sm empty:hidden">
        {entries.length === 0 && (isSearching ? 'Searching…' : 'Nothing found')}
      </p>
    </>
  )
}

const size = 5

/** Screens at once, records when the typing pauses. */
function useEntries(typed: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const { api } = useRouter().options.context
  const site = useWebsite()
  const managesSites = useHasPlatformAccess()
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(setPaused, 200, typed)
    return () => clearTimeout(timer)
  }, [typed])
  const { content, order } = paletteSearchTerms(paused)
  const options = { placeholderData: keepPreviousData, gcTime: 0 }
  const shows = useQuery({
    ...adminShowsQuery(api, { q: content ?? '', size }),
    ...options,
    enabled: content !== null && hasTour(site),
  })
  const products = useQuery({
    ...productsQuery(api, { q: content ?? '', size }),
    ...options,
    enabled: content !== null && hasShop(site),
  })
  const orders = useQuery({
    ...ordersQuery(api, { q: order ?? '' }),
    ...options,
    enabled: order !== null && hasShop(site),
  })
  const found: PaletteEntry[] = [
    ...findScreens(site, typed, { managesSites }),
    ...(content === null ? [] : (shows.data?.shows ?? [])).map(({ id, city, venue, date }) => ({
      kind: 'Show' as const,
      name: `${city}, ${venue}`,
      about: date,
      path: `/admin/tour/${id}`,
    })),
    ...(content === null ? [] : (products.data?.products ?? [])).map(({ id, name }) => ({
      kind: 'Product' as const,
      name,
      path: `/admin/shop/${id}`,
    })),
    ...(order === null ? [] : (orders.data?.orders ?? [])).slice(0, size).map(({ number }) => ({
      kind: 'Order' as const,
      name: number,
      path: `/admin/orders/${number}`,
    })),
  ]
  const isSearching = paused !== typed || shows.isFetching || products.isFetching || orders.isFetching
  return { entries: found, isSearching }
}
