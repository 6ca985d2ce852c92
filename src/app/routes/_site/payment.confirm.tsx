import { createFileRoute, notFound } from '@tanstack/react-router'
import { createNoIndexHead, loadOrNotFound, requireFeature } from '#app/page-route.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { ConfirmPage, OrderNotPlacedMessage } from '#web/site/payment/confirm-page.tsx'
import { paymentConfirmationQuery } from '#web/site/payment/confirm-query.ts'

const paymentSearch = createSearchReader({
  session_id: textParam(),
  payment_intent: textParam(),
  reference: textParam(),
})

export const Route = createFileRoute('/_site/payment/confirm')({
  beforeLoad: requireFeature('/payment/confirm', '/_site'),
  validateSearch: paymentSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { state } = await loadOrNotFound(context, paymentConfirmationQuery(context.api, deps))
    if (state === 'missing') throw notFound()
  },
  // Everyone who has this address sees the order.
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: createNoIndexHead('/payment/confirm', { secret: true }),
  component: () => <ConfirmPage params={Route.useSearch()} />,
  notFoundComponent: () => <OrderNotPlacedMessage state="missing" message={orderTexts.notFound} />,
})
