import { useSyncExternalStore } from 'react'
import { addDismissedId, dismissedKey, parseDismissedIds } from '#domain/announcements/dismissed.ts'

/**
 * Runs in the head: hides dismissed announcements before the first paint, so that nothing moves on hydration. The first
 * of the others is shown; without any the banner is hidden, and with one the rotation controls are.
 */
export const dismissedScript = `try{
var gone=JSON.parse(localStorage.getItem('${dismissedKey}')).filter(i=>/^[\\w-]+$/.test(i)).map(i=>'[data-announcement="'+i+'"]'),
left='[data-announcement]:not('+gone+')',hide='{display:none}',sheet=new CSSStyleSheet;
gone[0]&&sheet.replaceSync(gone+hide+'[data-announcements]:not(:has('+left+'))'+hide+':root:not(:has('+left+')) .first-screen{--banner-room:0px}'+'[data-announcements]:not(:has('+left+'~'+left+')) [data-turning]'+hide+'[data-announcements=""] [data-announcement]:nth-child(1 of :not('+gone+')){visibility:visible;opacity:1}');
document.adoptedStyleSheets=[sheet]
}catch(e){}`

const none: string[] = []
const watchers = new Set<() => void>()
let ids: string[] | undefined

function stored(): string[] {
  try {
    return parseDismissedIds(localStorage.getItem(dismissedKey))
  } catch {
    return none
  }
}

const current = () => (ids ??= stored())

/** Without storage, or when it is cleared, the dismissal lasts until the visitor leaves the page. */
export function dismissAnnouncement(id: string): void {
  ids = addDismissedId([...current(), ...stored()], id)
  try {
    localStorage.setItem(dismissedKey, JSON.stringify(ids))
  } catch {}
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export const useDismissedAnnouncements = (): string[] => useSyncExternalStore(watch, current, () => none)
