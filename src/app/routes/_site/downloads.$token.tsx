import { createFileRoute } from '@tanstack/react-router'
import { loadAnew } from '#app/load.ts'
import { downloadsPageTexts as texts } from '#domain/texts/our-download-words.ts'
import { DownloadsPage, NoDownloads } from '#web/site/downloads/downloads-page.tsx'
import { downloadsQuery } from '#web/site/downloads/downloads-query.ts'

/** Where the links in mails lead. The token in the address is for nobody else's eyes. */
export const Route = createFileRoute('/_site/downloads/$token')({
  // Whoever comes back sees how often they may still have it, and not how often it was when they left.
  loader: {
    handler: async ({ context, params }) => loadAnew(context, downloadsQuery(context.api, params.token)),
    staleReloadMode: 'blocking',
  },
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: () => ({
    meta: [
      { title: texts.title },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Downloads,
  notFoundComponent: NoDownloads,
})

function Downloads() {
  return <DownloadsPage token={Route.useParams().token} bought={Route.useLoaderData()} />
}
