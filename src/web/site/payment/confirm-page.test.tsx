import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderConfirmationAnswer } from '#api/site/order-confirmation.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { orderStateTexts } from '#domain/texts/own-words.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { OrderConfirmation } from '#web/site/payment/confirm-page.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const song = { name: 'Harbour', state: 'ready' as const, left: 5, expiresAt: '2026-06-01T12:00:00.000Z', token: null }
const order: OrderConfirmationAnswer = {
  number: '260501-7QX2MK',
  reference: 'AAAA-BBBB-CCCC',
  status: 'paid',
  createdAt: '2026-05-01T12:00:00.000Z',
  currency: 'GBP',
  subtotal: 1_800,
  shipping: 395,
  vat: 366,
  total: 2_195,
  refunded: 0,
  vatLines: [{ rate: 2_000, vat: 366 }],
  pricesIncludeVat: true,
  isShort: false,
  ships: true,
  delivery: 'Royal Mail',
  lines: [{ name: 'Night Ferry', variant: null, quantity: 1, unitPrice: 1_800, total: 1_800, parts: ['1 × Poster'] }],
  downloads: [],
}
const shown = (changes: Partial<OrderConfirmationAnswer> = {}): string => {
  const page = (
    <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite()))}>
      <OrderConfirmation order={{ ...order, ...changes }} />
    </WebsiteProvider>
  )
  return renderToStaticMarkup(page)
    .replaceAll('&#x27;', "'")
    .replace(/<[^>]+>/g, '')
}

test('thanks the buyer of a paid order and describes the next step', () => {
  const words = shown()
  expect(words).toMatch(/^Thank youYour payment has arrived. Your order number is 260501-7QX2MK\./)
  for (const each of [
    'What happens next',
    orderStateTexts.paid,
    'a confirmation in your mailbox',
    'See where it is later',
    'Night Ferry1 × Poster',
    'Delivery (Royal Mail)',
  ])
    expect(words).toContain(each)
})

test.each(orderStatuses.filter((status) => status !== 'paid'))(
  'an order confirmation shows the status %s and no outdated next steps',
  (status) => {
    const words = shown({ status, isShort: true })
    expect(words.startsWith(`Your order${orderStateTexts[status]} Your order number is 260501-7QX2MK.`)).toBe(true)
    for (const past of ['Thank you', 'What happens next', 'pack it next', 'mailbox', 'sold out'])
      expect(words).not.toContain(past)
    expect(words.includes('See where it is later')).toBe(status === 'processing' || status === 'shipped')
    expect(words).toContain('260501-7QX2MK')
  },
)

test('shows refund and ended downloads of a cancelled order', () => {
  const words = shown({ status: 'cancelled', refunded: 2_195, downloads: [{ ...song, state: 'withdrawn' }] })
  expect(words).toContain('Refunded£21.95')
  expect(words).toContain('This download is no longer yours: the order was cancelled or refunded.')
  expect(words).not.toContain('Yours to download up to')
})

test('does not call an order cancelled because a download was withdrawn', () => {
  const words = shown({ downloads: [{ ...song, state: 'withdrawn' }] })
  expect(words).toContain('This download was withdrawn. Write to us if you think that this is a mistake.')
  expect(words).not.toContain('cancelled')
})

test('an order confirmation mentions missing stock instead of packing', () => {
  const words = shown({ isShort: true })
  expect(words).toContain(orderStateTexts.short)
  expect(words).not.toContain('pack it next')
})

test('lists a download twice when bought alone and in a bundle', () => {
  const words = shown({ ships: false, downloads: [song, { ...song, left: 1 }] })
  expect(words).toContain('HarbourYours to download up to 5 times, until 1 June 2026')
  expect(words).toContain('HarbourYours to download once, until 1 June 2026')
  expect(words).toContain(orderStateTexts.nothingToSend)
})
