import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import type { TrackWords } from '#domain/uploads/metadata/track.ts'
import { askAnew } from '#web/admin/parts/ask-anew.ts'
import { drawUpload } from '#web/admin/previews/draw-upload.ts'
import { browserSurroundings, orNull } from '#web/admin/uploads/engine/browser.ts'
import { createUploads, type Uploads } from '#web/admin/uploads/engine/engine.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { filesKey } from '#web/admin/uploads/files-query.ts'
import { type PendingWords, pendingWords } from '#web/admin/uploads/tracks/pending-words.ts'
import { isDeskOf, reportOf, uploadsHome } from '#web/admin/uploads/uploads-report.ts'
import type { AlbumZip, AlbumZips } from '#web/admin/uploads/zip/album-zips.ts'
import { zipsOf } from '#web/admin/uploads/zip/zips-here.ts'
import type { ApiClient } from '#web/api-client.ts'
import { bearerOf } from '#web/bearer.ts'
import { useToast } from '#web/ui/toasts.tsx'

type Works = { uploads: Uploads; zips: AlbumZips; pending: PendingWords }
const engines = new WeakMap<QueryClient, Works>()
const none: readonly UploadView[] = []
const noZips: readonly AlbumZip[] = []
const noWords: Record<string, TrackWords> = {}

/** The one engine of this page: it goes on while its owner looks at other screens. The server has none. */
function engineOf(api: ApiClient, queryClient: QueryClient): Works | null {
  if (typeof window === 'undefined') return null
  const known = engines.get(queryClient)
  if (known) return known
  const around = browserSurroundings(bearerOf(api))
  const uploads = createUploads(around)
  const zips = zipsOf(api, uploads)
  const pending = pendingWords(
    api,
    orNull(() => localStorage),
    () => askAnew(queryClient, filesKey),
  )
  uploads.whenComplete(async ({ sessionId, fileId }) => {
    if (!fileId) return
    await pending.handOver(sessionId, fileId)
    const file = uploads.fileOf(fileId)
    if (file) await drawUpload(api, fileId, file)
  })
  uploads.whenRenewed(pending.follow)
  for (const { subscribe } of [uploads, zips])
    subscribe(() => (uploads.isAtStake() || zips.isBusy() ? warnOnLeaving.begin() : warnOnLeaving.end()))
  const { isHeld, store } = around
  /** Whether this page, another tab or a later page can still send it. */
  const isOpen = async (sessionId: string) =>
    [...uploads.list(), ...(await store.all())].some((each) => each.sessionId === sessionId) || isHeld(sessionId)
  void uploads.restore().then(() => {
    void zips.recover()
    // Those that are a day old are forgotten by now.
    void pending.settle(isOpen)
  })
  const works = { uploads, zips, pending }
  engines.set(queryClient, works)
  return works
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()
const warnOnLeaving = {
  begin: () => window.addEventListener('beforeunload', ask),
  end: () => window.removeEventListener('beforeunload', ask),
}
const silent = () => () => {}

export function useUploads() {
  const engine = engineOf(useRouter().options.context.api, useQueryClient())?.uploads ?? null
  const uploads = useSyncExternalStore(engine?.subscribe ?? silent, engine?.list ?? (() => none), () => none)
  return { engine, uploads }
}

/** What was said of tracks that are on their way. */
export function usePendingWords() {
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

/** Whoever is at another screen when nothing goes on any more hears how it went. */
export function useFilesReport(): void {
  const router = useRouter()
  const works = engineOf(router.options.context.api, useQueryClient())
  const engine = works?.uploads
  const zips = works?.zips
  const toast = useToast()
  useEffect(() => {
    let wasBusy = engine?.isBusy() ?? false
    return engine?.subscribe(() => {
      const isOver = wasBusy && !engine.isBusy()
      wasBusy = engine.isBusy()
      const report = isOver && reportOf(engine.list(), router.state.location.pathname)
      if (!report) return
      const see = { label: 'See why', ms: 10_000, run: () => void router.navigate({ to: uploadsHome }) }
      toast[report.kind](report.text, report.kind === 'error' ? see : undefined)
    })
  }, [engine, router, toast])
  useEffect(() => {
    let told = zips?.list() ?? noZips
    return zips?.subscribe(() => {
      const failed = zips.list().find((zip) => zip.sentence !== null && !told.includes(zip))
      told = zips.list()
      if (!failed?.sentence || isDeskOf(router.state.location.pathname, failed.productId)) return
      const product = { to: '/admin/shop/$id', params: { id: failed.productId } } as const
      toast.error(failed.sentence, { label: 'See the album', ms: 10_000, run: () => void router.navigate(product) })
    })
  }, [zips, router, toast])
}
