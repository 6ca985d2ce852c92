import { refusalIn } from '#web/answer.ts'

type SavedFile = { file: Blob; name: string }

/** All of a file and the name that it was given, or the refusal that was sent instead. */
export async function fileAt(href: string, headers: Record<string, string> = {}): Promise<SavedFile> {
  const answer = await fetch(href, { headers })
  if (!answer.ok) throw await refusalIn(answer)
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { file: await answer.blob(), name }
}

/** The browser saves it under this name, as if it had been downloaded. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Some browsers begin to read it a little later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
