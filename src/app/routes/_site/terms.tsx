import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, load } from '#app/page-route.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'

export const Route = createFileRoute('/_site/terms')({
  loader: async ({ context }) => ({ words: await load(context, writtenPageQuery(context.api, 'terms')) }),
  head: headOfPage('/terms'),
  component: () => <WrittenPage {...Route.useLoaderData().words} />,
})
