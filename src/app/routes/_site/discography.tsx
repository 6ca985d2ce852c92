import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound, requireFeature } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { musicAlbumJsonLd } from '#domain/pages/structured-data.ts'
import { Releases } from '#web/site/discography/releases.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery, releasesQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/discography')({
  beforeLoad: requireFeature('/discography'),
  loader: async ({ context }) => {
    const [words, releases, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'discography')),
      loadOrNotFound(context, releasesQuery(context.api)),
      loadSectionsAroundMain(context, 'discography'),
    ])
    return { words, releases, around }
  },
  head: (page) => {
    const { site } = page.match.context
    const about = page.loaderData?.releases.map((release) =>
      musicAlbumJsonLd(
        { ...release, image: release.cover && fallbackImagePath(release.cover) },
        { artist: site.name, origin: site.origin },
      ),
    )
    return createPageHead('/discography', { ...(about && { about }), picture: page.loaderData?.releases[0]?.cover })(
      page,
    )
  },
  component: Page,
})

function Page() {
  const { words, releases, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {releases.length === 0 ? <EmptyList {...words.empty} /> : <Releases releases={releases} />}
    </MainWithSections>
  )
}
