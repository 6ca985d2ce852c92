import type { QueryClient } from '@tanstack/react-query'
import type { UploadedPicture } from '#api/admin/pictures.ts'
import { uploadPicture } from '#web/admin/ui/editor/upload.ts'
import { createPictureUploadQueue, type UploadQueue } from '#web/admin/ui/pictures/upload-queue.ts'

const queues = new WeakMap<QueryClient, Map<string, UploadQueue>>()

/** One queue of a name for the page: it continues while the administrator visits other screens. */
export function getPictureUploadQueue(
  queryClient: QueryClient,
  name: string,
  onUploaded: (picture: UploadedPicture) => Promise<unknown>,
): UploadQueue {
  const all = queues.get(queryClient) ?? new Map<string, UploadQueue>()
  queues.set(queryClient, all)
  const known = all.get(name)
  if (known) return known
  const made = createPictureUploadQueue(async (file, options) => {
    await onUploaded(await uploadPicture(file, options))
  })
  made.subscribe(() => warnOnLeaving([...all.values()].some((queue) => queue.isBusy())))
  all.set(name, made)
  return made
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
const warnOnLeaving = (isBusy: boolean) =>
  isBusy
    ? window.addEventListener('beforeunload', preventUnload)
    : window.removeEventListener('beforeunload', preventUnload)
