import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead, requireFeature } from '#app/page-route.ts'
import { sitePages } from '#domain/sites/pages.ts'
import { CartPage } from '#web/site/cart/cart-page.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'

export const Route = createFileRoute('/_site/cart')({
  beforeLoad: requireFeature('/cart'),
  head: createNoIndexHead('/cart'),
  component: () => (
    <>
      <PageTitle title={sitePages['/cart'].title} />
      <CartPage />
    </>
  ),
})
