import { createFileRoute, notFound } from '@tanstack/react-router'
import { load, requireFeature, unlistedHead } from '#app/page-route.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { ConfirmPage, NoOrder } from '#web/site/payment/confirm-page.tsx'
import { confirmQuery } from '#web/site/payment/confirm-query.ts'

const paymentSearch = searchReader({ session_id: textOf(), payment_intent: textOf(), reference: textOf() })

export const Route = createFileRoute('/_site/payment/confirm')({
  beforeLoad: requireFeature('/payment/confirm', '/_site'),
  validateSearch: paymentSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { state } = await load(context, confirmQuery(context.api, deps))
    if (state === 'missing') throw notFound()
  },
  // Everyone who has this address sees the order.
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: unlistedHead('/payment/confirm', { secret: true }),
  component: () => <ConfirmPage params={Route.useSearch()} />,
  notFoundComponent: () => <NoOrder state="missing" message={orderTexts.notFound} />,
})
