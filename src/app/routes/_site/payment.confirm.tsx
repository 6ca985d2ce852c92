import { createFileRoute, notFound } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { onlyWhenOpen } from '#app/open-route.ts'
import { orderTexts } from '#domain/texts/orders.ts'
import { searchOf, textOf } from '#domain/ui/search.ts'
import { ConfirmPage, NoOrder } from '#web/site/payment/confirm-page.tsx'
import { confirmQuery } from '#web/site/payment/confirm-query.ts'

const asked = searchOf({ session_id: textOf(), payment_intent: textOf(), reference: textOf() })

export const Route = createFileRoute('/_site/payment/confirm')({
  beforeLoad: onlyWhenOpen('/payment/confirm', '/_site'),
  validateSearch: asked,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { state } = await load(context, confirmQuery(context.api, deps))
    if (state === 'missing') throw notFound()
  },
  // Whoever has this address sees the order.
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: () => ({
    meta: [
      { title: 'Your order' },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => <ConfirmPage asked={Route.useSearch()} />,
  notFoundComponent: () => <NoOrder state="missing" message={orderTexts.notFound} />,
})
