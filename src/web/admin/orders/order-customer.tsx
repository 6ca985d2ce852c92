import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { addressLines } from '#domain/checkout/address-lines.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { orderCustomerQuery } from '#web/admin/orders/orders-query.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Decrypts the buyer on request. An unreadable buyer does not affect the rest of the page. */
export function OrderCustomerPanel({ order }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const { siteId } = useWebsite()
  const confirmed = useConfirmedRequest()
  const [isShown, setShown] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...orderCustomerQuery({ api, siteId, confirmed }, order.id),
    enabled: isShown,
  })
  const problem = error ? errorSentence(error, errorPanelTexts.unexpected) : data?.error
  const customer = data?.decrypted_data
  const address = customer?.shipping_address
  return (
    <ScreenSection title="Customer">
      {!customer && (
        <p className="text-soft">
          {order.isErased
            ? 'This customer has asked to be erased.'
            : `Ordered from this country: ${order.countryName}. The activity log records who opens the address.`}
        </p>
      )}
      {problem && <StatusBanner status="error">{problem}</StatusBanner>}
      {customer && (
        <address className="grid gap-3 not-italic">
          <p>
            <bdi className="font-semibold">{customer.customer_name}</bdi>
            <a
              href={`mailto:${encodeURIComponent(customer.customer_email)}`}
              className="block min-h-11 content-center break-all underline underline-offset-4"
            >
              {customer.customer_email}
            </a>
          </p>
          {address && (
            <p className="whitespace-pre-line">
              {[customer.customer_name, ...addressLines(address, order.countryName)].join('\n')}
            </p>
          )}
        </address>
      )}
      {!customer && !order.isErased && (
        <div>
          <Button variant="quiet" loading={isFetching} onClick={() => (isShown ? void refetch() : setShown(true))}>
            <Eye aria-hidden className="size-5" /> Show customer
          </Button>
        </div>
      )}
    </ScreenSection>
  )
}
