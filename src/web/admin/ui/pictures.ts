import type { UploadedPicture } from '#api/admin/pictures.ts'
import { type Crop, cropParam } from '#domain/images/crop.ts'
import { upload } from '#web/admin/ui/upload.ts'

type Sending = { crop?: Crop | undefined; onProgress?: (fraction: number) => void; signal?: AbortSignal }

export function uploadPicture(file: File, { crop, ...how }: Sending = {}): Promise<UploadedPicture> {
  const asked = new URLSearchParams({ name: file.name, ...(crop && { crop: cropParam(crop) }) })
  return upload(`/api/admin/pictures?${asked}`, file, how)
}
