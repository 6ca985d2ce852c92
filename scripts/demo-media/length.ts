import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'

/** Seconds, counted from what is in the file and not from what it says of itself. */
export async function lengthOf(file: Uint8Array): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
  try {
    return await input.computeDuration()
  } finally {
    input.dispose()
  }
}
