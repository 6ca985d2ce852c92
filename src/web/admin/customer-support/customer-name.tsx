import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { CustomerAnswer } from '#api/admin/customer-support.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { orderCustomerQuery } from '#web/admin/orders/orders-query.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Name and e-mail address, decrypted on request; the activity log records the request. */
export function CustomerName({ customer: { orders, isErased } }: { customer: CustomerAnswer }) {
  const { api } = useRouter().options.context
  const { siteId } = useWebsite()
  const confirmed = useConfirmedRequest()
  const [isShown, setShown] = useState(false)
  const newest = orders.find((order) => !order.isErased)
  const { data, error, isFetching, refetch } = useQuery({
    ...orderCustomerQuery({ api, siteId, confirmed }, newest?.id ?? ''),
    enabled: isShown && newest !== undefined,
  })
  const problem = error ? errorSentence(error, errorPanelTexts.unexpected) : data?.error
  const found = data?.decrypted_data
  if (isErased)
    return (
      <ScreenSection title="Customer">
        <p className="text-soft">This customer was erased.</p>
      </ScreenSection>
    )
  return (
    <ScreenSection title="Customer">
      {problem && <StatusBanner status="error">{problem}</StatusBanner>}
      {found && (
        <p>
          <bdi className="font-semibold">{found.customer_name}</bdi>
          <span className="block break-all text-soft">{found.customer_email}</span>
        </p>
      )}
      {!found && newest && (
        <div>
          <Button variant="quiet" loading={isFetching} onClick={() => (isShown ? void refetch() : setShown(true))}>
            <Eye aria-hidden className="size-5" /> Show customer
          </Button>
        </div>
      )}
      {!newest && <p className="text-soft">This person has written a message, but ordered nothing.</p>}
    </ScreenSection>
  )
}
