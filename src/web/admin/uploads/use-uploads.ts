import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { browserSurroundings } from '#web/admin/uploads/engine/browser.ts'
import { createUploads, type Uploads } from '#web/admin/uploads/engine/engine.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { filesKey } from '#web/admin/uploads/files-query.ts'
import type { ApiClient } from '#web/api-client.ts'
import { bearerOf } from '#web/bearer.ts'
import { useToast } from '#web/ui/toasts.tsx'

const engines = new WeakMap<QueryClient, Uploads>()
const none: readonly UploadView[] = []

/** The one engine of this page: it goes on while its owner looks at other screens. The server has none. */
function engineOf(api: ApiClient, queryClient: QueryClient): Uploads | null {
  if (typeof window === 'undefined') return null
  const known = engines.get(queryClient)
  if (known) return known
  const made = createUploads(browserSurroundings(bearerOf(api)))
  made.whenComplete(() => void queryClient.invalidateQueries({ queryKey: filesKey }))
  made.subscribe(() => (made.isBusy() ? warnOnLeaving.begin() : warnOnLeaving.end()))
  void made.restore()
  engines.set(queryClient, made)
  return made
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()
const warnOnLeaving = {
  begin: () => window.addEventListener('beforeunload', ask),
  end: () => window.removeEventListener('beforeunload', ask),
}
const silent = () => () => {}

export function useUploads() {
  const engine = engineOf(useRouter().options.context.api, useQueryClient())
  const uploads = useSyncExternalStore(engine?.subscribe ?? silent, engine?.list ?? (() => none), () => none)
  return { engine, uploads }
}

const home = '/admin/shop/uploads'

/** Whoever is at another screen when the last one has come to its end hears how it went. */
export function useFilesReport(): void {
  const router = useRouter()
  const engine = engineOf(router.options.context.api, useQueryClient())
  const toast = useToast()
  useEffect(() => {
    let wasBusy = engine?.isBusy() ?? false
    return engine?.subscribe(() => {
      const isOver = wasBusy && !engine.isBusy()
      wasBusy = engine.isBusy()
      if (!isOver || router.state.location.pathname.startsWith('/admin/shop')) return
      const failed = engine.list().filter(({ state }) => state === 'failed').length
      const see = { label: 'See why', ms: 10_000, run: () => void router.navigate({ to: home }) }
      if (failed) toast.error(failed === 1 ? 'One file was not uploaded.' : `${failed} files were not uploaded.`, see)
      else if (engine.list().every(({ state }) => state === 'completed')) toast.success('All files are uploaded.')
    })
  }, [engine, router, toast])
}
