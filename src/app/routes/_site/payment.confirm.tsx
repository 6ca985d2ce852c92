import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { orderTexts } from '#domain/texts/orders.ts'
import { MessageScreen } from '#web/ui/message-screen.tsx'

export const Route = createFileRoute('/_site/payment/confirm')({
  beforeLoad: onlyWhenOpen('/payment/confirm'),
  head: () => ({ meta: [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <MessageScreen title="Your order" message={orderTexts.notYetCreated}>
      <a href="/shop" className="button-primary">
        Back to the shop
      </a>
    </MessageScreen>
  ),
})
