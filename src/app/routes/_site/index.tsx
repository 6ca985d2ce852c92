import { createFileRoute } from '@tanstack/react-router'
import { load, sharedImage } from '#app/page-route.ts'
import { businessThing } from '#domain/pages/structured-data.ts'
import { hasGallery, hasMedia, hasTour, takesCards } from '#domain/sites/features.ts'
import { pageHead } from '#web/head.ts'
import { galleryQuery } from '#web/site/gallery/gallery-query.ts'
import { comingShows } from '#web/site/home/coming-shows.ts'
import { heroPreloads } from '#web/site/home/hero.tsx'
import { HomePage } from '#web/site/home/home-page.tsx'
import { homeQuery } from '#web/site/home/home-query.ts'
import { mediaQuery } from '#web/site/media/media-query.ts'
import { newProductsQuery } from '#web/site/shop/shop-query.ts'
import { showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/')({
  staticData: { opensWithPicture: true },
  loader: async ({ context }) => {
    const { api, site } = context
    const [home, shows, pictures, media, shop] = await Promise.all([
      load(context, homeQuery(api)),
      hasTour(site) ? comingShows((limit) => load(context, showsQuery(api, { limit }))) : [],
      hasGallery(site) ? load(context, galleryQuery(api, { limit: 7 })) : [],
      hasMedia(site) ? load(context, mediaQuery(api)) : [],
      takesCards(site) ? load(context, newProductsQuery(api, 4)) : null,
    ])
    return { home, shows, pictures, media: media.slice(0, 3), products: shop?.products ?? [] }
  },
  head: ({ loaderData, match: { context } }) => {
    const { site } = context
    const { description, name } = site
    const page = { path: '/', title: name, description, image: sharedImage(site, null), about: [businessThing(site)] }
    const { links, ...head } = pageHead(site, page)
    return { ...head, links: loaderData ? [...links, ...heroPreloads(loaderData.home.hero)] : links }
  },
  component: () => <HomePage {...Route.useLoaderData()} signed={Route.useRouteContext().site} />,
})
