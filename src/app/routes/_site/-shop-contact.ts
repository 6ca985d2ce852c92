import type { QueryClient } from '@tanstack/react-query'
import { loadOrNotFound } from '#app/page-route.ts'
import { hasGallery } from '#domain/sites/features.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'
import type { ApiClient } from '#web/api-client.ts'
import { galleryQuery } from '#web/site/gallery/gallery-query.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'

type Context = { queryClient: QueryClient; api: ApiClient; site: PublicSite }

/** As many as it takes to find one that is tall, which stands well beside a text. */
const maxPictures = 12

/** The texts of the page that invites visitors to write, and a picture of the gallery beside them. */
export async function loadShopContactPage(context: Context) {
  const { api, site } = context
  const [words, pictures] = await Promise.all([
    loadOrNotFound(context, writtenPageQuery(api, 'shop-contact')),
    hasGallery(site) ? loadOrNotFound(context, galleryQuery(api, { limit: maxPictures })) : [],
  ])
  return { words, picture: pictures.find(({ width, height }) => height > width) ?? pictures[0] ?? null }
}
