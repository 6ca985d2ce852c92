import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, requireFeature } from '#app/page-route.ts'
import { shopContact } from '#app/routes/_site/-shop-contact.ts'
import { ShopContact } from '#web/site/shop/shop-contact.tsx'

export const Route = createFileRoute('/_site/shop/contact')({
  beforeLoad: requireFeature('/shop/contact'),
  loader: ({ context }) => shopContact(context),
  head: headOfPage('/shop/contact'),
  component: () => {
    const { words, picture } = Route.useLoaderData()
    return <ShopContact {...words} picture={picture} />
  },
})
