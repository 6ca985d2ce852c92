import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/media')({
  loader: async ({ context }) => ({ words: await load(context, listPageQuery(context.api, 'media')) }),
  head: headAt('/media'),
  component: MediaPage,
})

function MediaPage() {
  const { words } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      <EmptyList {...words.empty} />
    </>
  )
}
