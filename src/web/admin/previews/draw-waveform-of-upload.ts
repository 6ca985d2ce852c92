import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The formats that browsers can decode and the server cannot. */
const isDrawnHere = (name: string) => /\.(mp3|m4a|aac|ogg)$/i.test(name)

/**
 * Draws the waveform of a track right after its upload, while the browser has the file. When that fails, the server's
 * estimate stays.
 */
export async function drawWaveformOfUpload(api: ApiClient, fileId: string, file: File): Promise<void> {
  if (!isDrawnHere(file.name)) return
  const worker = new Worker(new URL('./peaks-worker.ts', import.meta.url), { type: 'module' })
  try {
    const peaks = await new Promise<Uint8Array | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('The worker that draws a track ended.'))
      worker.postMessage(file)
    })
    if (!peaks) return
    const json = { peaks: btoa(String.fromCharCode(...peaks)) }
    await unwrapResponse(api.api.admin.previews[':fileId'].peaks.$put({ param: { fileId }, json }))
  } catch {
    // See above.
  } finally {
    worker.terminate()
  }
}
