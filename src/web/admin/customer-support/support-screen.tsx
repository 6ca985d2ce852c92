import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { supportTexts } from '#domain/texts/own-admin-words.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'
import { MailToCustomerPart, SupportNotePart } from '#web/admin/customer-support/answer-part.tsx'
import { CustomerName } from '#web/admin/customer-support/customer-name.tsx'
import { type CustomerSearch, customerHistoryQuery } from '#web/admin/customer-support/customer-query.ts'
import { CustomerOrdersPart } from '#web/admin/customer-support/orders-part.tsx'
import { TimelinePart } from '#web/admin/customer-support/timeline-part.tsx'
import { downloadColumns } from '#web/admin/downloads/download-columns.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { ListTools, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { Table } from '#web/admin/ui/lists/table.tsx'
import { useBuyerSearch } from '#web/admin/ui/lists/use-buyer-search.ts'
import { useSetSearch } from '#web/admin/ui/lists/use-list-screen.ts'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen, ScreenSection } from '#web/admin/ui/screen.tsx'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** Finds a customer by e-mail address, order number or download link, and shows their history. */
export function SupportScreen({ search }: { search: CustomerSearch }) {
  const hasSearch = Boolean(search.buyer || search.order)
  return (
    <Screen
      title={sidebarTexts.support}
      intro="Find a customer by email address, order number or download link. Only a hash of the address is sent."
    >
      <CustomerFinder search={search} />
      {hasSearch ? (
        <FoundCustomer key={JSON.stringify(search)} search={search} />
      ) : (
        <EmptyState
          action={
            <Link to="/admin/downloads" search={{ last: 'failed' }} className={buttonClass({ variant: 'quiet' })}>
              Downloads that failed
            </Link>
          }
        >
          No customer selected.
        </EmptyState>
      )}
    </Screen>
  )
}

/**
 * A download link is sent to the server once and never stands in the address. A search without a result stays in the box
 * and removes the previous customer from the screen, so that the helper never sees another customer's orders.
 */
function CustomerFinder({ search }: { search: CustomerSearch }) {
  const { api } = useRouter().options.context
  const setSearch = useSetSearch<CustomerSearch>()
  const [missed, setMissed] = useState<{ typed: string; problem: string | null } | null>(null)
  const showMissed = (typed: string, problem: string | null) => {
    setMissed({ typed, problem })
    setSearch({ order: undefined, buyer: undefined })
  }
  const box = useBuyerSearch(
    { q: search.order, buyer: search.buyer },
    ({ q, buyer }) => void find(q, buyer),
    (typed) => showMissed(typed, null),
  )
  async function find(q: string | undefined, buyer: string | undefined): Promise<void> {
    setMissed(null)
    if (buyer || !q || !isLink(q)) return setSearch({ order: q, buyer })
    try {
      const { order } = await unwrapResponse(api.api.admin['customer-support'].link.$post({ json: { link: q } }))
      setSearch({ order, buyer: undefined })
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404
      showMissed(q, isUnknown ? supportTexts.unknownLink : errorSentence(error, refusalTexts.unavailable))
    }
  }
  return (
    <ListTools>
      <SearchBox
        label="Email, order number or download link"
        isWhole
        maxLength={2_000}
        value={missed?.typed ?? box.value}
        onChange={box.onChange}
        problem={box.problem ?? missed?.problem ?? null}
      />
    </ListTools>
  )
}

/** The token of a link is longer than any order number. */
const isLink = (typed: string) => typed.includes('/') || typed.length >= 40

function FoundCustomer({ search }: { search: CustomerSearch }) {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary
      query={customerHistoryQuery(api, search)}
      failed={(error) =>
        error instanceof ApiError && error.status === 404
          ? 'No customer was found. The order number is in the confirmation mail. An email address must be complete.'
          : errorSentence(error, refusalTexts.unavailable)
      }
    >
      {(customer) => (
        <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {customer.downloads.length > 0 && (
            <div className="xl:col-span-2">
              <ScreenSection title="Downloads">
                <Table
                  caption="Downloads"
                  columns={downloadColumns.map(({ sort: _, ...column }) => column)}
                  rows={customer.downloads}
                  keyOf={({ id }) => id}
                  mark={({ orderId }) => <DemoBadge id={orderId} />}
                />
              </ScreenSection>
            </div>
          )}
          <div className="grid content-start gap-8">
            <CustomerName customer={customer} />
            <TimelinePart timeline={customer.timeline} />
          </div>
          <div className="grid content-start gap-8">
            <CustomerOrdersPart customer={customer} />
            {!customer.isErased && (
              <>
                <MailToCustomerPart search={search} />
                <SupportNotePart search={search} />
              </>
            )}
          </div>
        </div>
      )}
    </QueryBoundary>
  )
}
