/** Where the browser's local storage keeps the ids of dismissed announcements. */
export const dismissedKey = 'dismissed-announcements'

/** More than a visitor dismisses before the oldest are over. */
const maxRemembered = 100

/** The stored ids, as far as they are a list of ids. */
export function parseDismissedIds(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const addDismissedId = (ids: string[], id: string): string[] => [...new Set([...ids, id])].slice(-maxRemembered)
