import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getPictureUploadQueue } from '#web/admin/ui/pictures/picture-uploads.ts'
import { picturesKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'

/** Uploads into the library. */
export function useLibraryUploads() {
  const queryClient = useQueryClient()
  const queue = getPictureUploadQueue(queryClient, 'library', () => cancelAndRefetch(queryClient, picturesKey))
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.list, queue.list) }
}
