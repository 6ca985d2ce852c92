import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { galleryQuery } from '#web/site/gallery/gallery-query.ts'
import { GalleryWall } from '#web/site/gallery/gallery-wall.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/gallery')({
  loader: async ({ context }) => {
    const [words, pictures, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'gallery')),
      loadOrNotFound(context, galleryQuery(context.api)),
      loadSectionsAroundMain(context, 'gallery'),
    ])
    return { words, pictures, around }
  },
  head: (page) => createPageHead('/gallery', { picture: page.loaderData?.pictures[0] })(page),
  component: GalleryPage,
})

function GalleryPage() {
  const { words, pictures, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {pictures.length === 0 ? <EmptyList {...words.empty} /> : <GalleryWall pictures={pictures} />}
    </MainWithSections>
  )
}
