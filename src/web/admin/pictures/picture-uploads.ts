import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { pictureUploads } from '#web/admin/ui/pictures/picture-uploads.ts'
import { picturesKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { refetchFresh } from '#web/admin/ui/refetch.ts'

/** Uploads into the library. */
export function useLibraryUploads() {
  const queryClient = useQueryClient()
  const queue = pictureUploads(queryClient, 'library', () => refetchFresh(queryClient, picturesKey))
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.list, queue.list) }
}
