type Sending = { bytes: number; cut: () => void }

/** What this process is sending at this moment, by right and file. */
const underway = new Map<string, Sending[]>()

/**
 * A file is never on its way more often than it may still be had: whoever asks once more takes the place of who began
 * first, which may be the same person whose line broke. Call what is returned when it is over.
 */
export function beginSending(key: string, sending: Sending, room: number): () => void {
  const all = [...(underway.get(key) ?? []), sending]
  const tooMuch = () => all.reduce((sum, { bytes }) => sum + bytes, 0) > room
  while (all.length > 1 && tooMuch()) all.shift()!.cut()
  underway.set(key, all)
  return () => {
    const left = (underway.get(key) ?? []).filter((each) => each !== sending)
    if (left.length) underway.set(key, left)
    else underway.delete(key)
  }
}
