import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FilesAnswer } from '#api/admin/product-files.ts'
import type { RowMove } from '#domain/positions.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { albumAdvice } from '#domain/uploads/metadata/advice.ts'
import { digitalMetadataOf } from '#domain/uploads/metadata/album.ts'
import type { AlbumChange, TrackChange } from '#domain/uploads/metadata/tag-changes.ts'
import type { TrackFile, TrackMetadata } from '#domain/uploads/metadata/track.ts'
import { applyMove } from '#web/admin/ui/reorder.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { productFilesKey, productFilesQuery } from '#web/admin/uploads/files-query.ts'
import { tagsOfPendingUpload } from '#web/admin/uploads/tracks/read-tags.ts'
import { usePendingTrackEdits, useUploads } from '#web/admin/uploads/use-uploads.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** A stored track, or one that is being uploaded. */
export type TrackRow = {
  /** The same before and after the upload, so that a field that is being edited keeps its focus. */
  key: string
  file: TrackFile
  track: TrackMetadata
  isComing: boolean
  hasFailed: boolean
}

/** The tracks of a product with their metadata and advice; those being uploaded come last. */
export function useTracks(productId: string) {
  const { api } = useRouter().options.context
  const query = useQuery(productFilesQuery(api, productId))
  const { uploads } = useUploads()
  const { pending, words } = usePendingTrackEdits()
  const all = query.data?.files ?? []
  const stored = all.filter(({ fileType }) => fileType === 'tracks')
  const sent = uploads.filter(
    ({ options, isRefused }) => options.productId === productId && options.fileType === 'tracks' && !isRefused,
  )
  useEffect(() => pending?.noteListed(query.data?.files.map(({ id }) => id) ?? []), [pending, query.data])
  const isThere = ({ state, fileId }: UploadView) =>
    fileId === null ? state === 'completed' : pending?.isListed(fileId) || stored.some(({ id }) => id === fileId)
  const coming = sent.filter((upload) => !isThere(upload))
  const onTheWay = coming.map(({ sessionId, fileName, options }): TrackFile => {
    return { id: sessionId, name: fileName, tags: tagsOfPendingUpload(options), words: words[sessionId] ?? {} }
  })
  const files: TrackFile[] = [...stored, ...onTheWay]
  const metadata = digitalMetadataOf(files, query.data?.album ?? {})
  const unreadableTags = new Set(stored.filter(({ tags }) => tags?.isReadable === false).map(({ id }) => id))
  const hasCover = all.some(({ fileType }) => fileType === 'cover')
  const rows = files.map((file, at): TrackRow => {
    const upload = coming[at - stored.length]
    const key = sent.find(({ fileId }) => fileId === file.id)?.sessionId ?? file.id
    return { key, file, track: metadata.tracks[at]!, isComing: Boolean(upload), hasFailed: upload?.hasFailed ?? false }
  })
  return {
    rows,
    metadata,
    advice: albumAdvice(metadata, { hasCover, unreadableTags }),
    ...useTrackMutations(productId, pending?.edit),
  }
}

/** Shows an edit at once; a failed save shows an error. */
function useTrackMutations(
  productId: string,
  editLater: ((sessionId: string, change: TrackChange) => void) | undefined,
) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const filesApi = api.api.admin['product-files']
  const { queryKey } = productFilesQuery(api, productId)
  const mutationKey = ['edit-tracks', productId]
  const edit = useMutation({
    mutationKey,
    // One after the other, so that the last edit of a field wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ send }: TrackMutation) => send(),
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<FilesAnswer>(queryKey, (kept) => kept && shown(kept))
    },
    onError: (error) => toast.error(errorSentence(error, errorPanelTexts.unexpected)),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) <= 1)
        void queryClient.invalidateQueries({ queryKey: productFilesKey })
    },
    networkMode: 'always',
  })
  return {
    updateTrackWords({ file: { id }, isComing }: TrackRow, change: TrackChange): void {
      if (isComing) editLater?.(id, change)
      else
        edit.mutate({
          send: () => unwrapResponse(filesApi[':id'].$patch({ param: { id }, json: change })),
          shown: (kept) => ({
            ...kept,
            files: kept.files.map((file) => (file.id === id ? { ...file, words: { ...file.words, ...change } } : file)),
          }),
        })
    },
    updateAlbumWords(words: AlbumChange): void {
      edit.mutate({
        send: () => unwrapResponse(filesApi.album.$patch({ json: { productId, words } })),
        shown: (kept) => ({ ...kept, album: { ...kept.album, ...words } }),
      })
    },
    move(to: RowMove): void {
      edit.mutate({
        send: () => unwrapResponse(filesApi.order.$put({ json: { productId, ...to } })),
        shown: (kept) => ({ ...kept, files: moved(kept.files, to) }),
      })
    },
  }
}

/** How an edit is sent, and what the screen shows meanwhile. */
type TrackMutation = { send: () => Promise<unknown>; shown: (kept: FilesAnswer) => FilesAnswer }

function moved(files: FilesAnswer['files'], move: RowMove): FilesAnswer['files'] {
  const ids = files.map(({ id }) => id)
  return applyMove(ids, move).map((id) => files.find((file) => file.id === id)!)
}
