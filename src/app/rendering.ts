import { randomBytes } from 'node:crypto'
import { createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { Api } from '#api/api.ts'
import type { Visit } from '#api/env.ts'
import { failedPage } from '#app/http/failed-page.ts'
import { keptAddress } from '#app/http/page-address.ts'
import { inTime } from '#app/http/page-deadline.ts'
import { takeScripts } from '#app/http/take-scripts.ts'
import { wholePage } from '#app/http/whole-page.ts'
import type { Services } from '#app/services.ts'
import type { Actor } from '#domain/actor.ts'
import { pageReads } from '#server/cache/page-reads.ts'
import { failpoint } from '#server/failpoints.ts'
import { apiClient } from '#web/api-client.ts'

/** A page as React made it, or what stands in for one that it could not make; the nonce is on each of its scripts and styles. */
export type Rendered = { response: Response; nonce: string }
export type Render = (request: Request, visit: Visit, cookie: string | null) => Promise<Rendered>

/** Pages get their data from the API itself, in process, asked with the visitor's cookies and nothing else of theirs. */
export function createRenderer(
  { log, authenticate, config }: Pick<Services, 'log' | 'authenticate' | 'config'>,
  api: Pick<Api, 'fetch'>,
): Render {
  const reports = new WeakMap<Request, ReturnType<typeof reporting>>()
  const reporting = ({ signal }: Request, requestId: string) => {
    const told = new Set<unknown>()
    return (err: unknown, routeId?: string) => {
      // React tells of an error once for each part that waited. A page whose visitor has left has not failed.
      if (!told.has(err) && !signal.aborted) log.error({ err, routeId, requestId }, 'a page failed')
      told.add(err)
    }
  }
  const render = createStartHandler(
    defineHandlerCallback(async (context) => {
      const failed = reports.get(context.request)!
      // Start shows a loader's error on the page and tells nobody.
      for (const { status, error, routeId } of context.router.state.matches)
        if (status === 'error') failed(error, routeId)
      await failpoint('pages.rendering')
      const { pathname, search } = new URL(context.request.url)
      if (!import.meta.env?.DEV && keptAddress(pathname + search)) takeScripts(context.router)
      return wholePage(context, failed)
    }),
  )

  return async (request, visit, cookie) => {
    const failed = reporting(request, visit.requestId)
    const nonce = randomBytes(16).toString('base64')
    const cookies: string[] = []
    let asking: Promise<Actor> | undefined
    const inProcess = async (input: RequestInfo | URL, init?: RequestInit) => {
      const asked = new Request(input, init)
      if (cookie) asked.headers.set('cookie', cookie)
      // Whoever they are, they are that for the whole page.
      asking ??= authenticate(asked, visit)
      const answer = await api.fetch(asked, { visit, actor: asking })
      cookies.push(...answer.headers.getSetCookie())
      const reads = pageReads()
      if (reads && answer.status >= 500) reads.isLacking = true
      return answer
    }
    const make = async (timed: Request) => {
      reports.set(timed, failed)
      return render(timed, { context: { nonce, api: apiClient(visit.origin, inProcess) } })
    }
    // While the sources are edited, the first page waits until all of them are read.
    const making = import.meta.env?.DEV ? make(request) : inTime(request, make)
    const response = await making.catch((error: unknown) => {
      failed(error)
      return failedPage(nonce, { staging: config.STAGING })
    })
    for (const value of cookies) response.headers.append('set-cookie', value)
    return { response, nonce }
  }
}
