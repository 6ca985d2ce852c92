import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { sharedImage } from '#app/page-head.ts'
import { breadcrumbs } from '#domain/pages/structured-data.ts'
import { musicEvent } from '#domain/tour/structured-data.ts'
import { pageHead } from '#web/head.ts'
import { ShowPage } from '#web/site/tour/show-page.tsx'
import { showQuery, showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/$slug')({
  loader: async ({ context, params }) => {
    const [show, upcoming] = await Promise.all([
      load(context, showQuery(context.api, params.slug)),
      load(context, showsQuery(context.api)),
    ])
    return { show, next: upcoming.filter(({ slug, date }) => slug !== show.slug && date >= show.date).slice(0, 3) }
  },
  head: ({ loaderData, match: { context } }) => {
    if (!loaderData) return {}
    const { show } = loaderData
    const { site } = context
    const { name: artist, origin, currency } = site
    const path = `/tour/${show.slug}`
    const image = sharedImage(site, show.image)
    const { links, ...head } = pageHead(site, {
      path,
      title: `${show.city}, ${show.venue}`,
      description: `${artist} at ${show.venue}, ${show.city}, on ${show.words.date}.`,
      image,
      about: [
        musicEvent(show, { artist, currency, origin, image: image.path, now: new Date() }),
        breadcrumbs(origin, [
          { name: artist, path: '/' },
          { name: 'Tour', path: '/tour' },
          { name: `${show.city}, ${show.venue}`, path },
        ]),
      ],
    })
    return { ...head, links: [...links, { rel: 'alternate', type: 'text/calendar', href: `${path}.ics` }] }
  },
  component: () => <ShowPage {...Route.useLoaderData()} />,
})
