import { apiErrorFromResponse } from '#web/api-response.ts'

type SavedFile = { file: Blob; name: string }

/** Fetches a file and its name; throws the refusal that the API sent instead. */
export async function fetchFile(href: string, headers: Record<string, string> = {}): Promise<SavedFile> {
  const answer = await fetch(href, { headers })
  if (!answer.ok) throw await apiErrorFromResponse(answer)
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { file: await answer.blob(), name }
}

/** Saves a blob as a download under this name. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Some browsers read the URL only after a moment.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
