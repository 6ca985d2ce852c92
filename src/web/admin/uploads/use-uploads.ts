import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import type { OwnerTrackTags } from '#domain/uploads/metadata/track.ts'
import { drawWaveformOfUpload } from '#web/admin/previews/draw-waveform-of-upload.ts'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'
import { createBrowserDeps, storageOrNull } from '#web/admin/uploads/engine/browser.ts'
import { createUploadEngine, type UploadEngine } from '#web/admin/uploads/engine/engine.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { productFilesKey } from '#web/admin/uploads/files-query.ts'
import { createPendingTrackEdits, type PendingTrackEdits } from '#web/admin/uploads/tracks/pending-track-edits.ts'
import { isProductScreen, uploadsPath, uploadsToast } from '#web/admin/uploads/upload-texts.ts'
import type { AlbumZipJob, AlbumZips } from '#web/admin/uploads/zip/album-zips.ts'
import { createBrowserZips } from '#web/admin/uploads/zip/browser-zips.ts'
import type { ApiClient } from '#web/api-client.ts'
import { getBearerClient } from '#web/bearer.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'

type PageEngines = { uploads: UploadEngine; zips: AlbumZips; pending: PendingTrackEdits }
const engines = new WeakMap<QueryClient, PageEngines>()
const none: readonly UploadView[] = []
const noZips: readonly AlbumZipJob[] = []
const noWords: Record<string, OwnerTrackTags> = {}

/** The only engine of this page: it continues while the owner opens other screens. Null on the server. */
function engineOf(api: ApiClient, queryClient: QueryClient): PageEngines | null {
  if (typeof window === 'undefined') return null
  const known = engines.get(queryClient)
  if (known) return known
  const deps = createBrowserDeps(getBearerClient(api))
  const uploads = createUploadEngine(deps)
  const zips = createBrowserZips(api, uploads)
  const pending = createPendingTrackEdits(
    api,
    storageOrNull(() => localStorage),
    () => cancelAndRefetch(queryClient, productFilesKey),
  )
  uploads.whenComplete(async ({ sessionId, fileId }) => {
    if (!fileId) return
    await pending.sendEdits(sessionId, fileId)
    const file = uploads.fileOf(fileId)
    if (file) await drawWaveformOfUpload(api, fileId, file)
  })
  uploads.whenRenewed(pending.follow)
  for (const { subscribe } of [uploads, zips])
    subscribe(() => (uploads.hasUnsentFile() || zips.isBusy() ? warnOnLeaving.begin() : warnOnLeaving.end()))
  const { isHeld, store } = deps
  /** Whether this page, another tab or a later page can still send it. */
  const isOpen = async (sessionId: string) =>
    [...uploads.list(), ...(await store.all())].some((each) => each.sessionId === sessionId) || isHeld(sessionId)
  void uploads.restore().then(() => {
    void zips.recover()
    // Sessions of a day ago are deleted by now.
    void pending.settle(isOpen)
  })
  const pageEngines = { uploads, zips, pending }
  engines.set(queryClient, pageEngines)
  return pageEngines
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
const warnOnLeaving = {
  begin: () => window.addEventListener('beforeunload', preventUnload),
  end: () => window.removeEventListener('beforeunload', preventUnload),
}
const silent = () => () => {}

export function useUploads() {
  const engine = engineOf(useRouter().options.context.api, useQueryClient())?.uploads ?? null
  const uploads = useSyncExternalStore(engine?.subscribe ?? silent, engine?.list ?? (() => none), () => none)
  return { engine, uploads }
}

/** The owner's words about tracks that are being uploaded. */
export function usePendingTrackEdits() {
  const pending = engineOf(useRouter().options.context.api, useQueryClient())?.pending ?? null
  const words = useSyncExternalStore(pending?.subscribe ?? silent, pending?.all ?? (() => noWords), () => noWords)
  return { pending, words }
}

/** The archive of a product that is being made, or was not. */
export function useAlbumZip(productId: string) {
  const zips = engineOf(useRouter().options.context.api, useQueryClient())?.zips ?? null
  const all = useSyncExternalStore(zips?.subscribe ?? silent, zips?.list ?? (() => noZips), () => noZips)
  return { zips, zip: all.find((each) => each.productId === productId) ?? null }
}

/** Shows a toast when uploads end while another screen is open. */
export function useUploadEndToast(): void {
  const router = useRouter()
  const pageEngines = engineOf(router.options.context.api, useQueryClient())
  const engine = pageEngines?.uploads
  const zips = pageEngines?.zips
  const toast = useToast()
  useEffect(() => {
    let wasBusy = engine?.isBusy() ?? false
    return engine?.subscribe(() => {
      const isOver = wasBusy && !engine.isBusy()
      wasBusy = engine.isBusy()
      const report = isOver && uploadsToast(engine.list(), router.state.location.pathname)
      if (!report) return
      const see = { label: 'See why', ms: 10_000, run: () => void router.navigate({ to: uploadsPath }) }
      toast[report.kind](report.text, report.kind === 'error' ? see : undefined)
    })
  }, [engine, router, toast])
  useEffect(() => {
    let known = zips?.list() ?? noZips
    return zips?.subscribe(() => {
      const failed = zips.list().find((zip) => zip.sentence !== null && !known.includes(zip))
      known = zips.list()
      if (!failed?.sentence || isProductScreen(router.state.location.pathname, failed.productId)) return
      const product = { to: '/admin/shop/$id', params: { id: failed.productId } } as const
      toast.error(failed.sentence, { label: 'See the album', ms: 10_000, run: () => void router.navigate(product) })
    })
  }, [zips, router, toast])
}
