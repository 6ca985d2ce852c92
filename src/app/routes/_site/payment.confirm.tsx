import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { orderTexts } from '#domain/texts/orders.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

export const Route = createFileRoute('/_site/payment/confirm')({
  beforeLoad: onlyWhenOpen('/payment/confirm'),
  head: () => ({ meta: [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <MessageScreen title="Your order" message={orderTexts.notYetCreated}>
      <ButtonLink href="/shop">Back to the shop</ButtonLink>
    </MessageScreen>
  ),
})
