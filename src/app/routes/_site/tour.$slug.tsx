import { createFileRoute } from '@tanstack/react-router'
import { linkPreviewImage, loadFreshOrNotFound, loadOrNotFound } from '#app/page-route.ts'
import { breadcrumbJsonLd } from '#domain/pages/structured-data.ts'
import { musicEventJsonLd } from '#domain/tour/structured-data.ts'
import { pageHead } from '#web/head.ts'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { ShowPage } from '#web/site/tour/show-page.tsx'
import { showQuery, showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/$slug')({
  loader: async ({ context, params }) => {
    const query = showQuery(context.api, params.slug)
    const [cachedShow, upcoming, { picture }] = await Promise.all([
      loadOrNotFound(context, query),
      loadOrNotFound(context, showsQuery(context.api)),
      loadOrNotFound(context, listPageQuery(context.api, 'tour')),
    ])
    // A tab that was open when the sale began has the words from before it.
    const isOutdated = cachedShow.words.onSale !== null && Date.parse(cachedShow.onSaleAt!) <= Date.now()
    const show = isOutdated ? await loadFreshOrNotFound(context, query) : cachedShow
    const next = upcoming.filter(({ slug, date }) => slug !== show.slug && date >= show.date).slice(0, 3)
    const { name: artist, origin, currency } = context.site
    const image = linkPreviewImage(context.site, show.image)
    // Here and not in the head, which every browser makes again: the clocks of a zone are slow to learn.
    const isOnSale = show.words.onSale === null
    return {
      show,
      next,
      picture,
      event: musicEventJsonLd(show, { artist, currency, origin, image: image?.path ?? null, isOnSale }),
    }
  },
  head: ({ loaderData, match: { context } }) => {
    if (!loaderData) return {}
    const { show, event } = loaderData
    const { site } = context
    const { name: artist, origin } = site
    const path = `/tour/${show.slug}`
    const { links, ...head } = pageHead(site, {
      path,
      title: `${show.city}, ${show.venue}`,
      description: `${artist} at ${show.venue}, ${show.city}, on ${show.words.date}.`,
      image: linkPreviewImage(site, show.image),
      about: [
        event,
        breadcrumbJsonLd(origin, [
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
