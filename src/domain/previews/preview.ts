/** How long a visitor may listen to what is for sale, and how much of it at most: a short track is not given away. */
const longestMs = 30_000
const largestShare = 2 / 3

/** More than thirty seconds take in any format that is not sold as lossless; a file that wants more is no recording. */
export const mostClipBytes = 16 * 1024 * 1024

/** What can be said of a preview: it is being made, can be heard, or could not be made. */
export const previewStates = ['waiting', 'ready', 'failed'] as const

/** What clips are, by how their addresses end. */
export const clipTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' } as const
export type ClipEnding = keyof typeof clipTypes

/** A clip is known by its preview and its bytes: another clip has another address, so nobody asks for this one twice. */
export const clipAddress = (id: string, hash: string, ending: ClipEnding): string =>
  `/previews/${id}-${hash.slice(0, 16)}.${ending}`

const addressShape = /^\/previews\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{16})\.(mp3|m4a|ogg)$/

export function askedClip(path: string): { id: string; ending: ClipEnding } | null {
  const [, id, , ending] = addressShape.exec(path) ?? []
  return id ? { id, ending: ending as ClipEnding } : null
}

const lengthOf = (durationMs: number): number => Math.min(longestMs, Math.floor(durationMs * largestShare))

/** The last moment at which a clip may begin. */
export const lastStart = (durationMs: number): number => durationMs - lengthOf(durationMs)

/** What is heard of a track: from where its owner wants it to, or else from one third of it. */
export function heardOf(durationMs: number, wantedMs: number | null): { startMs: number; ms: number } {
  const startMs = Math.min(Math.max(0, Math.round(wantedMs ?? durationMs / 3)), lastStart(durationMs))
  return { startMs, ms: lengthOf(durationMs) }
}
