import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { galleryKey } from '#web/admin/gallery/gallery-query.ts'
import { getPictureUploadQueue } from '#web/admin/ui/pictures/picture-uploads.ts'
import type { UploadQueue } from '#web/admin/ui/pictures/upload-queue.ts'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'

/** It continues while the administrator visits other screens. */
const queueOf = (api: ApiClient, queryClient: QueryClient): UploadQueue =>
  getPictureUploadQueue(queryClient, 'gallery', async ({ id }) => {
    await unwrapResponse(api.api.admin.gallery.$post({ json: { pictureIds: [id] } }))
    await cancelAndRefetch(queryClient, galleryKey)
  })

const home = '/admin/gallery'

/** Reports failed uploads to an administrator who is on another screen when the queue ends. */
export function useGalleryUploadToast(): void {
  const router = useRouter()
  const queue = queueOf(router.options.context.api, useQueryClient())
  const toast = useToast()
  useEffect(
    () =>
      queue.whenDone((failed) => {
        if (!failed || router.state.location.pathname === home) return
        const words = failed === 1 ? 'One picture was not uploaded.' : `${failed} pictures were not uploaded.`
        toast.error(words, { label: 'See why', ms: 10_000, run: () => void router.navigate({ to: home }) })
      }),
    [queue, router, toast],
  )
}

export function useGalleryUploads() {
  const { api } = useRouter().options.context
  const queue = queueOf(api, useQueryClient())
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.list, queue.list) }
}
