import { useSyncExternalStore } from 'react'
import { dismissedKey, readDismissed, withDismissed } from '#domain/announcements/dismissed.ts'

/**
 * Goes into the head: what this visitor dismissed is not there at the first paint either, so nothing moves when the page
 * comes alive. Until then the first of the others is up.
 */
export const dismissedScript = `try{var l=JSON.parse(localStorage.getItem('${dismissedKey}')).filter(function(i){return/^[\\w-]+$/.test(i)}).map(function(i){return'[data-announcement="'+i+'"]'}),s=new CSSStyleSheet;if(l[0]){s.replaceSync(l+'{display:none}[data-announcements]:not(:has([data-announcement]:not('+l+'))){display:none}[data-announcements=""] [data-announcement]:nth-child(1 of :not('+l+')){visibility:visible;opacity:1}');document.adoptedStyleSheets=[s]}}catch(e){}`

const none: string[] = []
let ids: string[] | undefined
const watchers = new Set<() => void>()

function stored(): string[] {
  try {
    return readDismissed(localStorage.getItem(dismissedKey))
  } catch {
    return none
  }
}

function know(list: string[]): void {
  ids = list
  for (const changed of watchers) changed()
}

/** For this visit it is known also where nothing can be stored, or where the store is emptied meanwhile. */
export function dismiss(id: string): void {
  const all = withDismissed([...new Set([...current(), ...stored()])], id)
  try {
    localStorage.setItem(dismissedKey, JSON.stringify(all))
  } catch {
    // It stays dismissed until the page is left.
  }
  know(all)
}

const current = () => (ids ??= stored())

function inOtherTab({ key, newValue }: StorageEvent): void {
  if (key === dismissedKey) know([...new Set([...current(), ...readDismissed(newValue)])])
}

function watch(changed: () => void) {
  if (watchers.size === 0) window.addEventListener('storage', inOtherTab)
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    if (watchers.size === 0) window.removeEventListener('storage', inOtherTab)
  }
}

export const useDismissed = (): string[] => useSyncExternalStore(watch, current, () => none)
