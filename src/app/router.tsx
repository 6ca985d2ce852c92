import { isServer, QueryClient } from '@tanstack/react-query'
import { createRouter, type LocationRewrite } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { stringifySearch } from '#app/page-route.ts'
import { routeTree } from '#app/routeTree.gen.ts'
import { parsePreviewPath, previewedPath, previewHeader, type SitePreview } from '#domain/site-editor/preview.ts'
import { queryStaleMs } from '#domain/ui/cache.ts'
import { parseSearch } from '#domain/ui/search-params.ts'
import { type ApiClient, createApiClient } from '#web/api-client.ts'
import { shouldRetryQuery } from '#web/api-response.ts'
import { PageErrorScreen } from '#web/site/pages/page-failed.tsx'
import { siteQuery } from '#web/site-query.ts'
import { pageTransitionTypes } from '#web/ui/animation.tsx'

/** What a page gets from the server: the API, in process while it is rendered there and over the network later. */
export type PageContext = { api: ApiClient; nonce?: string; preview: SitePreview | null }

const pageContext = createIsomorphicFn()
  .server((): PageContext => getGlobalStartContext()!)
  .client((): PageContext => {
    const preview = parsePreviewPath(window.location.pathname)
    return { api: preview ? createApiClient('/', previewFetch(preview)) : createApiClient('/'), preview }
  })

/** In the browser, each request of a preview says so. */
const previewFetch =
  ({ key }: SitePreview): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init)
    request.headers.set(previewHeader, key)
    return fetch(request)
  }

/** The pages of a preview are those of the site, below an address of its own. */
const rewriteForPreview = (preview: SitePreview): LocationRewrite => ({
  input: ({ url }) => {
    if (parsePreviewPath(url.pathname)?.base === preview.base) url.pathname = previewedPath(url.pathname, preview)
    return url
  },
  output: ({ url }) => {
    url.pathname = `${preview.base}${url.pathname === '/' ? '' : url.pathname}`
    return url
  },
})

export function getRouter() {
  const { api, nonce, preview } = pageContext()
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: queryStaleMs, refetchOnWindowFocus: false, retry: isServer ? false : shouldRetryQuery },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient, api, preview },
    ssr: { nonce },
    ...(preview && { rewrite: rewriteForPreview(preview) }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: PageErrorScreen,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultViewTransition: {
      types: (move) => pageTransitionTypes(queryClient.getQueryData(siteQuery(api).queryKey)?.animation, move),
    },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
