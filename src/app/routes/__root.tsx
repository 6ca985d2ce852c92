import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import type { SitePreview } from '#domain/site-editor/preview.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { ApiClient } from '#web/api-client.ts'
import { HtmlDocument } from '#web/document.tsx'
import { NotFoundPage } from '#web/site/pages/lazy-not-found-page.ts'
import { PublicLayout } from '#web/site/shell/public-layout.tsx'
import { type PublicSiteData, siteQuery } from '#web/site-query.ts'
import styles from '#web/styles.css?url'
import { motionCss } from '#web/ui/animation.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'
import { ToastProvider } from '#web/ui/feedback/toasts.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const font = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
})

const linksOf = ({ icons, name }: PublicSiteData) => [
  ...(icons.tab ? [{ rel: 'icon', type: 'image/png', sizes: '48x48', href: icons.tab }] : []),
  ...(icons.png ? [{ rel: 'icon', type: 'image/png', sizes: '192x192', href: icons.png }] : []),
  ...(icons.svg ? [{ rel: 'icon', type: 'image/svg+xml', sizes: 'any', href: icons.svg }] : []),
  ...(icons.touch ? [{ rel: 'apple-touch-icon', href: icons.touch }] : []),
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'alternate', type: 'application/rss+xml', title: name, href: '/feed.xml' },
]

export const Route = createRootRouteWithContext<{
  queryClient: QueryClient
  api: ApiClient
  /** The page shows the draft. */
  preview?: SitePreview | null
  lateScripts?: string[]
}>()({
  beforeLoad: async ({ context: { queryClient, api } }) => ({
    site: await queryClient.query({ ...siteQuery(api), staleTime: 'static' }),
  }),
  loader: ({ context }) => ({ site: context.site }),
  head: ({ loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      ...(loaderData?.site.fonts.map(font) ?? []),
      { rel: 'stylesheet', href: styles },
      ...(loaderData ? linksOf(loaderData.site) : []),
    ],
    styles: loaderData ? [{ children: loaderData.site.themeCss + motionCss(loaderData.site.animation) }] : [],
  }),
  shellComponent: HtmlDocument,
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: SiteFailed,
})

function Root() {
  const { site } = Route.useLoaderData()
  return (
    <WebsiteProvider site={site}>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </WebsiteProvider>
  )
}

/** The not-found page outside of the public layout, such as for an admin screen whose feature is off. */
function NotFound() {
  const { site } = Route.useRouteContext()
  return (
    <PublicLayout logo={site.logo}>
      <NotFoundPage />
    </PublicLayout>
  )
}

/** Shown when the site itself could not be loaded, so its name and layout are unknown. */
function SiteFailed({ error }: ErrorComponentProps) {
  return (
    <>
      <title>{errorPanelTexts.title}</title>
      <ErrorPanel error={error} />
    </>
  )
}
