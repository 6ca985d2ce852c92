import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { pageHead } from '#web/head.ts'
import { ShowPage } from '#web/site/tour/show-page.tsx'
import { fullDateOf } from '#web/site/tour/show-words.ts'
import { showQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/$slug')({
  loader: async ({ context, params }) => ({ show: await load(context, showQuery(context.api, params.slug)) }),
  head: ({ loaderData, match: { context } }) => {
    if (!loaderData) return {}
    const { show } = loaderData
    const { site } = context
    return pageHead(site, {
      path: `/tour/${show.slug}`,
      title: `${site.name} in ${show.city}`,
      description: `${site.name} at ${show.venue}, ${show.city}, on ${fullDateOf(site.locale, show)}.`,
      image: site.shareImage,
    })
  },
  component: () => <ShowPage {...Route.useLoaderData()} />,
})
