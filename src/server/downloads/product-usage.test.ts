import { describe, expect, test } from 'vitest'
import type { OrderStatus } from '#domain/orders/status.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { holdStockFor } from '#server/checkout/holds.ts'
import { endCheckout } from '#server/checkout/lifecycle.ts'
import { checkoutProducts, checkouts } from '#server/commerce/checkout-table.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { createProduct } from '#server/products/commands.ts'
import { productById } from '#server/products/stored-products.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'

const amounts = { subtotal: 700, shipping: 0, vat: 0, total: 700 }
const bytes = Buffer.from('x')

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const api = createTestApi(database, site, actor, {}, { site: { features: featuresOf() } })
    const { id: productId } = await site.as('administrator', (tx) =>
      createProduct(tx, ProductDraft.parse({ name: 'Pin', price: 700, status: 'published', stockQuantity: 9 }), {
        userId: site.userId,
        now,
      }),
    )
    const begin = () =>
      site.as('checkout', async (tx) => {
        const key = newId()
        const [checkout] = await tx
          .insert(checkouts)
          .values({
            key,
            requestHash: key,
            reference: key,
            lines: [],
            customer: bytes,
            country: 'GB',
            currency: 'GBP',
            ...amounts,
            expiresAt: now,
          })
          .returning()
        await tx.insert(checkoutProducts).values({ checkoutId: checkout!.id, productId })
        await holdStockFor(tx, checkout!.id, [{ productId, variantId: null, quantity: 1 }])
        return checkout!.id
      })
    const giveUp = (id: string) => site.as('checkout', (tx) => endCheckout(tx, id, 'cancelled'))
    /** An order of the product, or of a bundle that it is a part of. */
    const order = async (status: OrderStatus, { downloaded = false, of = productId } = {}) => {
      const checkoutId = await begin()
      await site.as('checkout', async (tx) => {
        const key = newId()
        const [made] = await tx
          .insert(orders)
          .values({
            checkoutId,
            orderReference: key,
            orderNumber: key,
            stripeSessionId: key,
            status,
            country: 'GB',
            customerEmail: bytes,
            customerName: bytes,
            emailIndex: bytes,
            currency: 'GBP',
            subtotalAmount: 700,
            shippingAmount: 0,
            vatAmount: 0,
            totalAmount: 700,
          })
          .returning()
        const item = {
          orderId: made!.id,
          productId: of,
          productName: 'Pin',
          quantity: 1,
          unitPrice: 700,
          totalPrice: 700,
        }
        const [line] = await tx
          .insert(orderItems)
          .values({ ...item, vatRate: 0, vatAmount: 0, isDigital: downloaded, position: 0 })
          .returning()
        if (!downloaded) return
        const right = { orderId: made!.id, orderItemId: line!.id, productId, tokenHash: Buffer.from(key) }
        await tx.insert(digitalDownloads).values({ ...right, downloadsAllowed: 5, expiresAt: now })
      })
    }
    const remove = async () => {
      const answer = await api.request(`/api/admin/products/${productId}`, { method: 'DELETE' })
      return [answer.status, (await answer.json()).error]
    }
    const status = () => site.as('administrator', async (tx) => (await productById(tx, productId)).status)
    const bundle = () =>
      site.as('administrator', async (tx) => {
        const draft = { name: 'Box', price: 900, productType: 'bundle', parts: [{ productId }] }
        return (await createProduct(tx, ProductDraft.parse(draft), { userId: site.userId, now })).id
      })
    return { begin, giveUp, order, bundle, remove, status }
  }

  test('deletes a product without orders', async () => {
    const { remove, status } = await newTestSite()
    expect(await remove()).toEqual([200, undefined])
    await expect(status()).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('refuses to delete a product in an open order', async () => {
    const { order, remove, status } = await newTestSite()
    await order('paid')
    await order('processing')
    await order('shipped')
    await order('delivered')
    expect(await remove()).toEqual([409, 'Cannot delete product "Pin". It has 3 active order(s).'])
    expect(await status()).toBe('published')
  })

  test('archives a product with past orders', async () => {
    const { order, remove, status } = await newTestSite()
    await order('cancelled')
    const sentence = 'Cannot delete product "Pin". It has order history. The product has been archived instead.'
    expect(await remove()).toEqual([409, sentence])
    expect(await status()).toBe('archived')
    expect(await remove()).toEqual([409, sentence])
  })

  test('archives a product with a download right', async () => {
    const { order, remove, status } = await newTestSite()
    await order('delivered', { downloaded: true })
    expect(await remove()).toEqual([
      409,
      'Cannot delete product "Pin". It has digital download records. The product has been archived instead.',
    ])
    expect(await status()).toBe('archived')
  })

  test('archives a product in an open checkout', async () => {
    const { begin, remove, status } = await newTestSite()
    await begin()
    expect(await remove()).toEqual([
      409,
      'Cannot delete product "Pin". Somebody is paying for it. The product has been archived instead.',
    ])
    expect(await status()).toBe('archived')
  })

  test('deletes a product that was only in an expired checkout', async () => {
    const { begin, giveUp, remove, status } = await newTestSite()
    await giveUp(await begin())
    expect(await remove()).toEqual([200, undefined])
    await expect(status()).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('refuses to delete a part of a bundle in an open order', async () => {
    const { bundle, order, remove, status } = await newTestSite()
    await order('paid', { of: await bundle() })
    expect(await remove()).toEqual([409, 'Cannot delete product "Pin". It has 1 active order(s).'])
    expect(await status()).toBe('published')
  })

  test('archives a part of a bundle in a past order', async () => {
    const { bundle, order, remove } = await newTestSite()
    await order('delivered', { of: await bundle() })
    expect((await remove())[1]).toContain('It has order history.')
  })
})
