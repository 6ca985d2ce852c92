import { useSyncExternalStore } from 'react'

/** The token of an exported file, and when it expires. */
export type ExportedFile = { fileToken: string; expiresAt: string }

const fileKey = (token: string) => `export ${token}`
const watchers = new Set<() => void>()

/** Stores the file in this tab's session storage, so that a reload does not lose it. */
export function storeExportFile(token: string, { fileToken, expiresAt }: ExportedFile): void {
  const text = JSON.stringify({ fileToken, expiresAt })
  try {
    sessionStorage.setItem(fileKey(token), text)
  } catch {
    unstored.set(token, text)
  }
  for (const changed of watchers) changed()
}

/** Without storage: kept until the visitor leaves the page. */
const unstored = new Map<string, string>()

/** The file that this tab created with the link, until it expires. */
export function useExportFile(token: string): ExportedFile | null {
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
