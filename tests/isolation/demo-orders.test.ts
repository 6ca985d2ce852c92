import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { seedDemoOrders } from '#app/demo/orders.ts'
import { seedDemoShop } from '#app/demo/shop.ts'
import { stockHolds } from '#server/commerce/checkout-table.ts'
import { orderItems, orderSealContext, orders } from '#server/commerce/orders-table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { stockItems, stockMovements } from '#server/products/table.ts'
import { demos } from '#sites/demo.ts'
import { shop } from '#sites/musician/shop.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { insertPlaceholderFile } from '#tests/fixtures/placeholder-file.ts'
import { longTest } from '#tests/long-test.ts'

const now = new Date('2026-05-01T12:00:00Z')
const day = 86_400_000

longTest('the amounts of the sixty demo orders add up, and stock is unchanged', async () => {
  const database = await openTestDatabase('pglite')
  const site = await createTestSite(database)
  const sealer = createSealer({ current: randomBytes(32) })
  const { deriveKey, blindIndex, nameIndexes } = createDerivedKeys(randomBytes(32).toString('hex'))
  const about = { siteId: site.websiteId, currency: 'GBP', shop }
  const [before, paid] = await site.as('administrator', async (tx) => {
    const sold = await seedDemoShop(tx, demos.musician!.products!, () => null, { userId: site.userId, now })
    for (const { productId } of sold) await insertPlaceholderFile(tx, productId)
    const shelves = await tx.select().from(stockItems).orderBy(stockItems.id)
    const commerce = { sealer, deriveKey, blindIndex, nameIndexes }
    return [shelves, await seedDemoOrders(tx, { site: about, commerce, userId: site.userId, now })]
  })
  await site.as('administrator', async (tx) => {
    const [made, items, moved, held, rights, shelves] = [
      await tx.select().from(orders),
      await tx.select().from(orderItems),
      await tx.select().from(stockMovements),
      await tx.select().from(stockHolds),
      await tx.select().from(digitalDownloads),
      await tx.select().from(stockItems).orderBy(stockItems.id),
    ]
    expect([made.length, paid.length]).toEqual([60, 60])
    const returned = (stockId: string) =>
      moved
        .filter((each) => each.stockId === stockId && each.reason === 'cancel')
        .reduce((n, { change }) => n + change, 0)
    for (const [n, stockItem] of shelves.entries()) {
      expect(stockItem).toMatchObject({ held: 0, onHand: before[n]!.onHand + returned(stockItem.id) })
      const book = moved.filter(({ stockId }) => stockId === stockItem.id).reduce((sum, { change }) => sum + change, 0)
      expect(book).toBe(stockItem.onHand)
    }
    expect(held.every(({ outcome }) => outcome === 'sold')).toBe(true)
    for (const order of made) {
      expect(+now - +order.createdAt).toBeGreaterThan(0)
      expect(+now - +order.createdAt).toBeLessThan(91 * day)
      const mine = items.filter(({ orderId }) => orderId === order.id)
      expect(mine.reduce((sum, { totalPrice }) => sum + totalPrice, 0)).toBe(order.subtotalAmount)
      expect(order.attention).toBeNull()
    }
    expect(new Set(made.map(({ status }) => status)).size).toBeGreaterThanOrEqual(4)
    expect(rights.length).toBeGreaterThan(0)
    const place = orderSealContext(site.websiteId, 'customer_email', made[0]!.id)
    expect(sealer.open(place, made[0]!.customerEmail)).toMatch(/@example\.com$/)
  })
})
