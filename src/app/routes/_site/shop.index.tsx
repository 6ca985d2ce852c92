import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { onlyWhenOpen } from '#app/open-route.ts'
import { headAt } from '#app/page-head.ts'
import { sellsByContact } from '#domain/sites/features.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery, writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'

/** A shop that sells by contact shows the page that invites people to write. */
export const Route = createFileRoute('/_site/shop/')({
  beforeLoad: onlyWhenOpen('/shop'),
  loader: async ({ context }) => {
    if (!sellsByContact(context.site)) return { words: await load(context, listPageQuery(context.api, 'shop')) }
    return { words: await load(context, writtenPageQuery(context.api, 'shop-contact')) }
  },
  head: headAt('/shop'),
  component: ShopPage,
})

function ShopPage() {
  const { words } = Route.useLoaderData()
  if ('html' in words) return <WrittenPage {...words} />
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      <EmptyList {...words.empty} />
    </>
  )
}
