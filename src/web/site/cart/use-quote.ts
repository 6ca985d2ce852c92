import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { QuoteAnswer } from '#api/site/quote.ts'
import { type CartCorrection, cartItemId } from '#domain/cart/cart.ts'
import type { CartNotice } from '#domain/checkout/check-cart.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { cartStore, useCart } from '#web/site/cart/cart-store.ts'
import { cancelCheckoutAttempt } from '#web/site/cart/checkout-attempt.ts'
import { createSharedValue } from '#web/ui/shared-value.ts'

/** Notices stay until the visitor dismisses them. */
const shownNotices = createSharedValue<readonly CartNotice[]>([])
export const useCartNotices = shownNotices.use
export const dismissCartNotices = () => shownNotices.set([])

type QuoteOptions = { country?: string | null; shippingOption?: string | null }

/** The server's quote for the cart. Differences correct the cart and become notices. */
export function useQuote({ country = null, shippingOption = null }: QuoteOptions = {}) {
  const { api } = useRouter().options.context
  const { items } = useCart()
  const json = {
    items: items.map(({ productId, variantId, quantity, price }) => ({ productId, variantId, quantity, price })),
    country,
    shippingOption,
  }
  const query = useQuery({
    queryKey: ['quote', json],
    queryFn: async () => {
      // Stock that this buyer's abandoned payment still holds would look sold out.
      await cancelCheckoutAttempt(api)
      return askForQuote(api, json)
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    // A cached quote would show its notices a second time.
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data && !isPlaceholderData) applyQuote(data)
  }, [data, isPlaceholderData])
  return {
    quote: data ?? null,
    /** The quote is of an earlier state of the cart. */
    isOld: isPlaceholderData || query.isFetching,
    error: query.error,
    again: query.refetch,
  }
}

type QuoteQuestion = Parameters<ApiClient['api']['shop']['quote']['$post']>[0]['json']

/** In a busy network each quote needs a human check; a visitor with this browser waits a second or two. */
async function askForQuote(api: ApiClient, json: QuoteQuestion): Promise<QuoteAnswer> {
  try {
    return await unwrapResponse(api.api.shop.quote.$post({ json }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'human-check-needed') throw error
    const { solveCheckoutCheckInOverlay } = await import('#web/site/contact/solve-human-check.ts')
    const humanCheck = await solveCheckoutCheckInOverlay(api).catch(() => Promise.reject(error))
    return unwrapResponse(api.api.shop.quote.$post({ json: { ...json, humanCheck } }))
  }
}

function applyQuote({ lines, notices }: QuoteAnswer): void {
  const fewer = new Map(
    notices.flatMap((notice) => (notice.what === 'fewer' ? [[cartItemId(notice), notice.quantity] as const] : [])),
  )
  const kept = new Set<CartNotice['what']>(['fewer', 'price-changed', 'below-minimum'])
  const removed = notices.filter(({ what }) => !kept.has(what))
  const corrections: CartCorrection[] = [
    ...removed.map((notice) => ({ id: cartItemId(notice), now: null })),
    ...lines.map((line) => {
      const { unitPrice: price, maxQuantity, isDigital } = line
      const atMost = fewer.get(cartItemId(line)) ?? maxQuantity
      return { id: cartItemId(line), now: { price, maxQuantity, isDigital, atMost } }
    }),
  ]
  if (notices.length) {
    const same = (one: CartNotice) =>
      notices.some((other) => cartItemId(one) === cartItemId(other) && one.what === other.what)
    shownNotices.set([...shownNotices.get().filter((notice) => !same(notice)), ...notices])
  }
  cartStore.correct(corrections)
}
