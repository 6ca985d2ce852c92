import type { UploadedPicture } from '#api/admin/pictures.ts'
import { type Crop, cropParam } from '#domain/images/crop.ts'
import { maxPictureBytes } from '#domain/images/upload.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { ApiError } from '#web/api-response.ts'

type UploadProgressOptions = { onProgress?: (fraction: number) => void; signal?: AbortSignal }

/** Uploads a file as the request body. By XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadWithProgress<T>(
  address: string,
  file: Blob,
  { onProgress, signal }: UploadProgressOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response) return resolve(response as T)
      reject(new ApiError(status, response ?? { error: errorPanelTexts.unexpected, reason: 'unexpected' }))
    }
    request.onerror = () =>
      reject(new ApiError(0, { error: navigator.onLine ? connectionLost : uiTexts.offline, reason: 'connection-lost' }))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const connectionLost = 'The connection was lost during the upload. Please try again.'

/** Refuses a picture that is too large, before it is sent. */
export function assertPictureSize({ size }: File): void {
  const reason = 'picture-too-large'
  if (size > maxPictureBytes) throw new ApiError(413, { error: refusalMessages[reason], reason })
}

type UploadPictureOptions = { crop?: Crop | undefined; onProgress?: (fraction: number) => void; signal?: AbortSignal }

export function uploadPicture(file: File, { crop, ...options }: UploadPictureOptions = {}): Promise<UploadedPicture> {
  const search = new URLSearchParams({ name: file.name, ...(crop && { crop: cropParam(crop) }) })
  return uploadWithProgress(`/api/admin/pictures?${search}`, file, options)
}
