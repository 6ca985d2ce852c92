import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, requireFeature } from '#app/page-route.ts'
import { loadShopContactPage } from '#app/routes/_site/-shop-contact.ts'
import { ShopContactPage } from '#web/site/shop/shop-contact.tsx'

export const Route = createFileRoute('/_site/shop/contact')({
  beforeLoad: requireFeature('/shop/contact'),
  loader: ({ context }) => loadShopContactPage(context),
  head: createPageHead('/shop/contact'),
  component: () => {
    const { words, picture } = Route.useLoaderData()
    return <ShopContactPage {...words} picture={picture} />
  },
})
