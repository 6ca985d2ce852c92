import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead, loadFreshOrNotFound } from '#app/page-route.ts'
import { DownloadsPage, UnknownDownloadLink } from '#web/site/downloads/downloads-page.tsx'
import { purchaseQuery } from '#web/site/downloads/downloads-query.ts'

/** The page that links in mails lead to. The token in the address is secret. */
export const Route = createFileRoute('/_site/downloads/$token')({
  // A buyer who comes back sees the current number of remaining downloads.
  loader: {
    handler: async ({ context, params }) => loadFreshOrNotFound(context, purchaseQuery(context.api, params.token)),
    staleReloadMode: 'blocking',
  },
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: createNoIndexHead('/downloads/$token', { secret: true }),
  component: Downloads,
  notFoundComponent: UnknownDownloadLink,
})

function Downloads() {
  return <DownloadsPage token={Route.useParams().token} bought={Route.useLoaderData()} />
}
