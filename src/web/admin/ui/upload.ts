import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Refused } from '#web/answer.ts'

type Uploading = { onProgress?: (fraction: number) => void; signal?: AbortSignal }

/** Sends a file as it is. `fetch` cannot say how much of it has gone, so the older way is taken. */
export function upload<T>(address: string, file: Blob, { onProgress, signal }: Uploading = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response) return resolve(response as T)
      reject(new Refused(status, response ?? { error: errorPanelTexts.unexpected, reason: 'unexpected' }))
    }
    request.onerror = () =>
      reject(new Refused(0, { error: navigator.onLine ? lost : uiTexts.offline, reason: 'connection-lost' }))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const lost = 'The connection was lost before the file had arrived. Please try again.'
