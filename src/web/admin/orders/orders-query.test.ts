import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RunConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { orderCustomersQuery } from '#web/admin/orders/orders-query.ts'
import { createApiClient } from '#web/api-client.ts'

const customer = { customer_email: 'ann@example.com', customer_name: 'Ann Lee', shipping_address: null }
const token = { token: 'bearer', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }

/** A server that requires a confirmation, as after many customers in an hour. */
function openCustomers(confirmed: RunConfirmed) {
  const answer = vi.fn(async (address: RequestInfo | URL, init?: RequestInit) => {
    if (String(address).endsWith('/api/auth/token')) return Response.json(token)
    return new Headers(init?.headers).get('x-confirmation') === 'fresh'
      ? Response.json({ decrypted_orders: [{ order_id: '1', decrypted_data: customer }] })
      : Response.json({ error: 'Please confirm.', reason: 'confirmation-required' }, { status: 403 })
  })
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = createApiClient('http://localhost')
  return new QueryClient().fetchQuery(orderCustomersQuery({ api, siteId: 'site', confirmed }, ['1']))
}

test('asks for the password when a session has opened many customers, and then shows them', async () => {
  const found = await openCustomers(async (_, run) => run({ 'x-confirmation': 'fresh' }))
  expect(found.get('1')?.data).toEqual(customer)
})

test('shows why there are no customers when the password is not entered', async () => {
  await expect(openCustomers(async () => null)).rejects.toMatchObject({ reason: 'confirmation-required' })
})
