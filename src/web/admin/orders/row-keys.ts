import type { KeyboardEvent } from 'react'

/** Arrow keys move the focus between the search box and the links of the rows. */
export function rowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = event.target as HTMLElement
  if (!step || event.altKey || event.ctrlKey || event.metaKey || from.closest('select, textarea, [type=date]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a') ?? [],
  )
  const row = from.closest('tbody tr')
  const at = row ? links.findIndex((link) => row.contains(link)) : from.matches('[type=search]') ? -1 : null
  if (at === null) return
  const next = at + step
  const target = next < 0 ? event.currentTarget.querySelector<HTMLElement>('[type=search]') : links[next]
  if (!target) return
  event.preventDefault()
  target.focus()
}
