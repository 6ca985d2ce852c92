import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OrderConfirmationAnswer } from '#api/site/order-confirmation.ts'
import { orderStateText } from '#domain/orders/events.ts'
import { nextOrderStatus } from '#domain/orders/order.ts'
import { footerTexts } from '#domain/texts/own-frame-words.ts'
import { findOrderTexts } from '#domain/texts/own-order-words.ts'
import { storeBuyer } from '#web/site/cart/checkout-attempt.ts'
import { OrderPageSection, OrderSections } from '#web/site/orders/order-parts.tsx'
import {
  type ConfirmParams,
  type PaymentConfirmation,
  paymentConfirmationQuery,
} from '#web/site/payment/confirm-query.ts'
import { paidItemsRemover } from '#web/site/payment/paid-items-remover.ts'
import { reportPurchase } from '#web/site/previews/session.ts'
import { MessageScreen } from '#web/ui/errors/message-screen.tsx'
import { ButtonLink } from '#web/ui/forms/button.tsx'

const title = { waiting: 'Your order', over: 'Not paid', review: 'Your order', missing: 'Your order' } as const

/** The buyer returns here after paying: polls until the order exists. */
export function ConfirmPage({ params }: { params: ConfirmParams }) {
  const { api } = useRouter().options.context
  const { data } = useQuery(paymentConfirmationQuery(api, params))
  const paid = data?.state === 'placed' ? data.order.reference : null
  useEffect(() => {
    if (!paid) return
    storeBuyer(null)
    paidItemsRemover.emptyOnce(paid)
    reportPurchase(params.session_id)
  }, [paid, params.session_id])
  if (!data) return null
  return data.state === 'placed' ? <OrderConfirmation order={data.order} /> : <OrderNotPlacedMessage {...data} />
}

export function OrderNotPlacedMessage({ state, message }: Exclude<PaymentConfirmation, { state: 'placed' }>) {
  return (
    <div role="status" aria-live="polite" data-payment={state}>
      <MessageScreen
        title={title[state]}
        message={
          <>
            {message}
            {state === 'waiting' && <span className="mt-2 block">{findOrderTexts.waiting}</span>}
          </>
        }
      >
        {state === 'waiting' && <ButtonLink href="">Look again</ButtonLink>}
        {state === 'missing' && <ButtonLink href="/orders/find">{footerTexts.findOrder}</ButtonLink>}
        <ButtonLink
          href={state === 'over' ? '/cart' : '/shop'}
          variant={state === 'waiting' || state === 'missing' ? 'quiet' : 'primary'}
        >
          {state === 'over' ? 'Back to your cart' : 'Back to the shop'}
        </ButtonLink>
      </MessageScreen>
    </div>
  )
}

/** Mails link here too, so the page may be opened long after the purchase. */
export function OrderConfirmation({ order }: { order: OrderConfirmationAnswer }) {
  const isNew = order.status === 'paid'
  const where = orderStateText(order)
  return (
    <article className="page-edge pt-10 pb-section lg:pt-16" data-payment="placed" data-order={order.status}>
      <h1 className="poster-type text-heading leading-[0.9] lg:text-title">{isNew ? 'Thank you' : 'Your order'}</h1>
      <p className="mt-6 max-w-xl text-lede">
        {isNew ? 'Your payment has arrived.' : where} Your order number is{' '}
        <strong className="whitespace-nowrap">{order.number}</strong>.
      </p>
      <OrderSections order={order}>
        <OrderPageSection title={isNew ? 'What happens next' : 'If you need us'}>
          <ul className="grid gap-3">
            {isNew && <li>{where}</li>}
            {isNew && <li>You will find a confirmation in your mailbox.</li>}
            <li>If something is not right, write to us and name your order number.</li>
          </ul>
        </OrderPageSection>
      </OrderSections>
      <p className="mt-12 flex flex-wrap gap-4">
        <ButtonLink href="/shop" variant="quiet">
          Back to the shop
        </ButtonLink>
        {nextOrderStatus(order.status) && (
          <ButtonLink href={`/orders/find?number=${order.number}`} variant="quiet">
            {findOrderTexts.later}
          </ButtonLink>
        )}
      </p>
    </article>
  )
}
