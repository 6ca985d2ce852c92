import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPageView } from '#web/site/pages/written-page.tsx'

export const Route = createFileRoute('/_site/terms')({
  loader: async ({ context }) => ({ words: await loadOrNotFound(context, writtenPageQuery(context.api, 'terms')) }),
  head: createPageHead('/terms'),
  component: () => <WrittenPageView {...Route.useLoaderData().words} />,
})
