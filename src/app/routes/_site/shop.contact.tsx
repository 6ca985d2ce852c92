import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { onlyWhenOpen } from '#app/open-route.ts'
import { headAt } from '#app/page-head.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'

export const Route = createFileRoute('/_site/shop/contact')({
  beforeLoad: onlyWhenOpen('/shop/contact'),
  loader: async ({ context }) => ({ words: await load(context, writtenPageQuery(context.api, 'shop-contact')) }),
  head: headAt('/shop/contact'),
  component: () => <WrittenPage {...Route.useLoaderData().words} />,
})
