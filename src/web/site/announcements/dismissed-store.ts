import { useSyncExternalStore } from 'react'
import { dismissedKey, readDismissed, withDismissed } from '#domain/announcements/dismissed.ts'

/**
 * Goes into the head: what this visitor dismissed is not there at the first paint either, so nothing moves when the page
 * comes alive. Until then the first of the others is up.
 */
export const dismissedScript = `try{var l=JSON.parse(localStorage.getItem('${dismissedKey}')).filter(function(i){return/^[\\w-]+$/.test(i)}).map(function(i){return'[data-announcement="'+i+'"]'}),s=new CSSStyleSheet;if(l[0]){s.replaceSync(l+'{display:none}[data-announcements]:not(:has([data-announcement]:not('+l+'))){display:none}[data-announcements=""] [data-announcement]:nth-child(1 of :not('+l+')){visibility:visible;opacity:1}');document.adoptedStyleSheets=[s]}}catch(e){}`

const none: string[] = []
const watchers = new Set<() => void>()
let ids: string[] | undefined

function stored(): string[] {
  try {
    return readDismissed(localStorage.getItem(dismissedKey))
  } catch {
    return none
  }
}

const current = () => (ids ??= stored())

/** Where nothing can be stored, or all that is stored is cleared, it stays dismissed until the page is left. */
export function dismiss(id: string): void {
  ids = withDismissed([...current(), ...stored()], id)
  try {
    localStorage.setItem(dismissedKey, JSON.stringify(ids))
  } catch {}
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export const useDismissed = (): string[] => useSyncExternalStore(watch, current, () => none)
