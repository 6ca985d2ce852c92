import { randomBytes } from 'node:crypto'
import { getSsrStatus } from '@tanstack/react-router/ssr/server'
import { createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { Api } from '#api/api.ts'
import type { RequestContext } from '#api/env.ts'
import { barePage } from '#app/http/pages/bare-page.ts'
import { notFoundAddress, pageCacheKeyOf } from '#app/http/pages/cacheable-address.ts'
import { deferScripts } from '#app/http/pages/defer-scripts.ts'
import { createFailedPageResponse } from '#app/http/pages/failed-page.ts'
import { withDeadline } from '#app/http/pages/page-deadline.ts'
import { renderPage } from '#app/http/pages/render-page.ts'
import type { Services } from '#app/services.ts'
import type { Actor } from '#domain/actor.ts'
import { parsePreviewPath, previewHeader } from '#domain/site-editor/preview.ts'
import { needsScripts } from '#domain/sites/pages.ts'
import { siteEditorTexts } from '#domain/texts/own-site-editor-words.ts'
import { currentPageReads } from '#server/cache/page-reads.ts'
import { failpoint } from '#server/failpoints.ts'
import { createApiClient } from '#web/api-client.ts'

/** A rendered page, or the error page; its scripts and styles bear the nonce. */
export type RenderedPage = { response: Response; nonce: string }
export type PageRenderer = (
  request: Request,
  requestContext: RequestContext,
  cookie: string | null,
  options?: RenderOptions,
) => Promise<RenderedPage>
type RenderOptions = {
  /** For an address without a page only the status is made. */
  withoutNotFoundPage?: boolean
}

/** Pages call the API in process, with the visitor's cookies and nothing else of the request. */
export function createRenderer(
  { log, authenticate, config }: Pick<Services, 'log' | 'authenticate' | 'config'>,
  api: Pick<Api, 'fetch'>,
): PageRenderer {
  const withoutNotFoundPage = new WeakSet<Request>()
  const reports = new WeakMap<Request, ReturnType<typeof reporting>>()
  const reporting = ({ signal }: Request, requestId: string) => {
    const reported = new Set<unknown>()
    return (err: unknown, routeId?: string) => {
      // React reports an error once for each part that waited. A page whose visitor has left has not failed.
      if (!reported.has(err) && !signal.aborted) log.error({ err, routeId, requestId }, 'page failed')
      reported.add(err)
    }
  }
  const render = createStartHandler(
    defineHandlerCallback(async (context) => {
      const failed = reports.get(context.request)!
      // Start shows a loader's error on the page and does not report it.
      for (const { status, error, routeId } of context.router.state.matches)
        if (status === 'error') failed(error, routeId)
      await failpoint('pages.rendering')
      const { pathname, search } = new URL(context.request.url)
      if (withoutNotFoundPage.has(context.request) && getSsrStatus(context.router) === 404) {
        context.router.serverSsr?.cleanup()
        return new Response(null, { status: 404 })
      }
      const isLate = pathname === notFoundAddress || (pageCacheKeyOf(pathname + search) && !needsScripts(pathname))
      if (!import.meta.env?.DEV && isLate) deferScripts(context.router)
      return renderPage(context, failed)
    }),
  )

  return async (request, requestContext, cookie, options = {}) => {
    const failed = reporting(request, requestContext.requestId)
    const nonce = randomBytes(16).toString('base64')
    const cookies: string[] = []
    const preview = parsePreviewPath(new URL(request.url).pathname)
    let asking: Promise<Actor> | undefined
    /** The page was there once. */
    let isGone = false
    const inProcess = async (input: RequestInfo | URL, init?: RequestInit) => {
      const apiRequest = new Request(input, init)
      if (cookie) apiRequest.headers.set('cookie', cookie)
      if (preview) apiRequest.headers.set(previewHeader, preview.key)
      // One actor for the whole page.
      asking ??= authenticate(apiRequest, requestContext)
      const answer = await api.fetch(apiRequest, { requestContext, actor: asking })
      cookies.push(...answer.headers.getSetCookie())
      const reads = currentPageReads()
      if (reads && answer.status >= 500) reads.isIncomplete = true
      isGone ||= answer.status === 410 && new URL(apiRequest.url).pathname.startsWith('/api/pages/own/')
      return answer
    }
    const renderTimed = async (timed: Request) => {
      reports.set(timed, failed)
      if (options.withoutNotFoundPage) withoutNotFoundPage.add(timed)
      return render(timed, { context: { nonce, preview, api: createApiClient(requestContext.origin, inProcess) } })
    }
    const refused = preview && (await refusedPreview(inProcess, { request, nonce }))
    if (refused) return { response: refused, nonce }
    // In development the first page waits until all sources are loaded.
    const making = import.meta.env?.DEV ? renderTimed(request) : withDeadline(request, renderTimed)
    const response = await making.catch((error: unknown) => {
      failed(error)
      return createFailedPageResponse(nonce, { staging: config.STAGING })
    })
    for (const value of cookies) response.headers.append('set-cookie', value)
    return {
      response: isGone ? new Response(response.body, { status: 410, headers: response.headers }) : response,
      nonce,
    }
  }
}

type InProcessFetch = (input: URL) => Promise<Response>

/** The response when a preview cannot be shown: its link has expired, or the user is not signed in. */
async function refusedPreview(
  inProcess: InProcessFetch,
  { request, nonce }: { request: Request; nonce: string },
): Promise<Response | null> {
  const { status } = await inProcess(new URL('/api/site', request.url))
  if (status === 401) {
    const { pathname } = new URL(request.url)
    return new Response(null, {
      status: 303,
      headers: { location: `/admin/login?${new URLSearchParams({ from: pathname })}` },
    })
  }
  if (status !== 410) return null
  const page = barePage({ title: 'Preview', text: siteEditorTexts.previewEnded, nonce })
  return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
