import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { WholeCart } from '#web/site/cart/whole-cart.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'

export const Route = createFileRoute('/_site/cart')({
  beforeLoad: onlyWhenOpen('/cart'),
  head: () => ({ meta: [{ title: 'Cart' }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <>
      <PageTitle title="Cart" />
      <WholeCart />
    </>
  ),
})
