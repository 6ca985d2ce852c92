import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/price-cart.ts'
import { chargedLines } from '#server/checkout/payment-session.ts'
import {
  type FormParameters,
  parameterAt,
  parseStripeForm,
  textParameterAt,
} from '#server/payments/sandbox/parameters.ts'
import { createStripeProvider } from '#server/payments/stripe.ts'
import { anyCart } from '#tests/fixtures/domain/checkout.ts'

/** The parameters that are sent to Stripe. */
async function sentFor(lines: ReturnType<typeof chargedLines>): Promise<number[]> {
  let sent: FormParameters = {}
  const { openSession } = createStripeProvider({
    secretKey: 'sk_test_x',
    webhookSecrets: [],
    fetch: async (_, init) => {
      sent = parseStripeForm(String(init?.body))
      return Response.json({ id: 'cs_test_1', object: 'checkout.session', status: 'open' })
    },
  })
  await openSession({
    checkoutId: 'c',
    websiteId: 'w',
    reference: 'r',
    currency: 'GBP',
    locale: 'en',
    email: 'ann@example.com',
    lines,
    expiresAt: new Date(0),
    successUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
  })
  return Object.values(parameterAt(sent, 'line_items') as FormParameters).map(
    (line) =>
      Number(textParameterAt(line as FormParameters, 'price_data', 'unit_amount')) *
      Number(textParameterAt(line as FormParameters, 'quantity')),
  )
}

test('charges a thousand random carts exactly, with VAT included or added', async () => {
  let onTop = 0
  await fc.assert(
    fc.asyncProperty(anyCart, async ([wanted, rules, country]) => {
      const { lines, ...amounts } = priceCart(wanted, rules, { country, shippingOption: 'post' })
      const checkout = { id: 'c', ...amounts, lines: lines.map((line) => ({ ...line, downloads: [] })) }
      const sent = await sentFor(chargedLines(checkout, rules))
      expect(sent.every(Number.isSafeInteger)).toBe(true)
      expect(sent.reduce((sum, each) => sum + each, 0)).toBe(amounts.total)
      if (!rules.pricesIncludeVat && amounts.vat) onTop++
    }),
    { numRuns: 1_000 },
  )
  expect(onTop).toBeGreaterThan(100)
})
