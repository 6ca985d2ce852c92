import type { UploadedPicture } from '#api/admin/pictures.ts'
import { type Crop, cropWords } from '#domain/images/crop.ts'
import { upload } from '#web/admin/parts/upload.ts'

type Sending = { crop?: Crop | undefined; onProgress?: (fraction: number) => void; signal?: AbortSignal }

export function uploadPicture(file: File, { crop, ...how }: Sending = {}): Promise<UploadedPicture> {
  const asked = new URLSearchParams({ name: file.name, ...(crop && { crop: cropWords(crop) }) })
  return upload(`/api/admin/pictures?${asked}`, file, how)
}
