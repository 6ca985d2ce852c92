import { queryOptions } from '@tanstack/react-query'
import type { OrderConfirmationAnswer } from '#api/site/order-confirmation.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'

/** Query parameters that identify an order. */
export type ConfirmParams = {
  session_id?: string | undefined
  payment_intent?: string | undefined
  reference?: string | undefined
}

export type PaymentConfirmation =
  | { state: 'placed'; order: OrderConfirmationAnswer }
  | { state: 'waiting' | 'over' | 'review' | 'missing'; message: string }

const states: Record<string, 'over' | 'review' | 'missing'> = {
  'checkout-over': 'over',
  'payment-in-review': 'review',
  'order-not-found': 'missing',
  invalid: 'missing',
}

const pauseMs = 2_000
/** Polling stops after this time; the confirmation mail comes anyway. */
const maxMs = 5 * 60_000

export const paymentConfirmationQuery = (api: ApiClient, { session_id, payment_intent, reference }: ConfirmParams) =>
  queryOptions({
    queryKey: ['payment', 'confirm', { session_id, payment_intent, reference }],
    queryFn: async (): Promise<PaymentConfirmation> => {
      try {
        const query = {
          ...(session_id && { session_id }),
          ...(payment_intent && { payment_intent }),
          ...(reference && { reference }),
        }
        const answer = await unwrapResponse(api.api.shop.order.$get({ query }))
        return 'waiting' in answer ? { state: 'waiting', message: answer.waiting } : { state: 'placed', order: answer }
      } catch (error) {
        const state = error instanceof ApiError && states[error.reason]
        if (!state) throw error
        return { state, message: error.message }
      }
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'waiting' && dataUpdateCount * pauseMs < maxMs ? pauseMs : false,
  })
