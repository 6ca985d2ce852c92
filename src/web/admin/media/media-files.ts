import type { UploadedMediaFile } from '#api/admin/media.ts'
import { maxMediaBytes } from '#domain/media/own-file.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { uploadWithProgress } from '#web/admin/ui/editor/upload.ts'
import { ApiError } from '#web/api-response.ts'

type UploadMediaOptions = { onProgress: (fraction: number) => void; signal: AbortSignal }

/** Refuses a file that is too large before the upload starts. */
export async function uploadMediaFile(file: File, options: UploadMediaOptions): Promise<UploadedMediaFile> {
  const reason = 'media-file-too-large'
  if (file.size > maxMediaBytes) throw new ApiError(413, { error: refusalMessages[reason], reason })
  return uploadWithProgress(`/api/admin/media/files?${new URLSearchParams({ name: file.name })}`, file, options)
}
