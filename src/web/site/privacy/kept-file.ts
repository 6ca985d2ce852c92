import { useSyncExternalStore } from 'react'

/** Where somebody's file is, and until when. */
export type ExportedFile = { fileToken: string; expiresAt: string }

const fileKey = (token: string) => `export ${token}`
const watchers = new Set<() => void>()

/** What this tab remembers of links that it has used, for as long as it is open: reloading the page loses nothing. */
export function keepFile(token: string, { fileToken, expiresAt }: ExportedFile): void {
  const text = JSON.stringify({ fileToken, expiresAt })
  try {
    sessionStorage.setItem(fileKey(token), text)
  } catch {
    unstored.set(token, text)
  }
  for (const changed of watchers) changed()
}

/** Where storage is refused, it is known until the page is left. */
const unstored = new Map<string, string>()

/** The file that this tab has had made with the link, while it lasts. */
export function useKeptFile(token: string): ExportedFile | null {
  const text = useSyncExternalStore(
    watch,
    () => stored(token),
    () => null,
  )
  const file = parsed(text)
  return file && Date.parse(file.expiresAt) > Date.now() ? file : null
}

function stored(token: string): string | null {
  try {
    return unstored.get(token) ?? sessionStorage.getItem(fileKey(token))
  } catch {
    return null
  }
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function parsed(text: string | null): ExportedFile | null {
  try {
    const { fileToken, expiresAt } = JSON.parse(text ?? '{}')
    return typeof fileToken === 'string' && typeof expiresAt === 'string' ? { fileToken, expiresAt } : null
  } catch {
    return null
  }
}
