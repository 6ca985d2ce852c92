import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { hasMedia } from '#domain/sites/features.ts'
import { MediaLists } from '#web/site/media/media-lists.tsx'
import { mediaQuery } from '#web/site/media/media-query.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'

/** Always open: a site without media says so in its own words. */
export const Route = createFileRoute('/_site/media')({
  loader: async ({ context }) => {
    const [words, items, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'media')),
      hasMedia(context.site) ? loadOrNotFound(context, mediaQuery(context.api)) : [],
      loadSectionsAroundMain(context, 'media'),
    ])
    return { words, items, around }
  },
  head: (page) =>
    createPageHead('/media', { picture: page.loaderData?.items.find(({ poster }) => poster)?.poster })(page),
  component: MediaPage,
})

function MediaPage() {
  const { words, items, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {items.length === 0 ? <EmptyList {...words.empty} /> : <MediaLists items={items} />}
    </MainWithSections>
  )
}
