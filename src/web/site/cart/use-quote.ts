import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { QuoteAnswer } from '#api/site/quote.ts'
import { type Correction, itemId } from '#domain/cart/cart.ts'
import type { Notice } from '#domain/checkout/checked.ts'
import { answerOf } from '#web/answer.ts'
import { releaseAttempt } from '#web/site/cart/attempt.ts'
import { cartStore, useCart } from '#web/site/cart/cart-store.ts'
import { sharedValue } from '#web/site/cart/shared-value.ts'

/** What has changed since it was chosen, until it has been read. */
const told = sharedValue<readonly Notice[]>([])
export const useNotices = told.use
export const dismissNotices = () => told.set([])

type Where = { country?: string | null; shippingOption?: string | null }

/** What is in the cart and what it costs, as the server says. Where that differs, the cart is set right and it is said. */
export function useQuote({ country = null, shippingOption = null }: Where = {}) {
  const { api } = useRouter().options.context
  const { items } = useCart()
  const asked = {
    items: items.map(({ productId, variantId, quantity, price }) => ({ productId, variantId, quantity, price })),
    country,
    shippingOption,
  }
  const query = useQuery({
    queryKey: ['quote', asked],
    queryFn: async () => {
      // What is kept for somebody who is back from the payment page would look sold to them.
      await releaseAttempt(api)
      return answerOf(api.api.shop.quote.$post({ json: asked }))
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    // Never told a second time as if it were new.
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data && !isPlaceholderData) settle(data)
  }, [data, isPlaceholderData])
  return {
    quote: data ?? null,
    /** It is about what was in the cart a moment ago. */
    isOld: isPlaceholderData || query.isFetching,
    error: query.error,
    again: query.refetch,
  }
}

function settle({ lines, notices }: QuoteAnswer): void {
  const fewer = new Map(
    notices.flatMap((notice) => (notice.what === 'fewer' ? [[itemId(notice), notice.quantity] as const] : [])),
  )
  const gone = notices.filter(({ what }) => what !== 'fewer' && what !== 'price-changed')
  const corrections: Correction[] = [
    ...gone.map((notice) => ({ id: itemId(notice), now: null })),
    ...lines.map((line) => {
      const { unitPrice: price, maxQuantity, isDigital } = line
      const atMost = fewer.get(itemId(line)) ?? maxQuantity
      return { id: itemId(line), now: { price, maxQuantity, isDigital, atMost } }
    }),
  ]
  if (notices.length) {
    const same = (one: Notice) => notices.some((other) => itemId(one) === itemId(other) && one.what === other.what)
    told.set([...told.get().filter((notice) => !same(notice)), ...notices])
  }
  cartStore.correct(corrections)
}
