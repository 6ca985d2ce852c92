import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import {
  correctStock,
  holdStock,
  releaseStock,
  returnStock,
  type StockAmount,
  sellStock,
} from '#server/products/stock.ts'
import { products, productVariants, stockItems, stockMovements } from '#server/products/table.ts'
import { bothEngines, createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'
import { countByValue, outcomesOf, repeatTimes, retryWhileUnavailable } from '#tests/fixtures/accounts.ts'

const now = new Date('2026-05-01T12:00:00Z')
const kept = (taken: StockAmount[]) => taken.map((each) => ({ ...each, isHeld: true }))

async function newStockItem(site: TestSite, quantity: number, { sizes = [] as string[] } = {}) {
  return site.as('administrator', async (tx) => {
    const productId = newId()
    const values = { id: productId, slug: `x${productId}`, name: 'Night Ferry', price: 1_000 }
    await tx.insert(products).values({ ...values, status: 'published', optionNames: sizes.length ? ['Size'] : [] })
    const ids: (string | null)[] = []
    for (const [position, size] of sizes.entries()) {
      const [made] = await tx
        .insert(productVariants)
        .values({ productId, options: [size], position })
        .returning({ id: productVariants.id })
      ids.push(made!.id)
    }
    const stockKeys = (ids.length ? ids : [null]).map((variantId) => ({ productId, variantId }))
    for (const stockKey of stockKeys) await correctStock(tx, stockKey, quantity, { userId: site.userId, now })
    return stockKeys
  })
}

const countOf = (site: TestSite, productId: string) =>
  site.as('administrator', async (tx) => {
    const [row] = await tx.select().from(stockItems).where(eq(stockItems.productId, productId))
    const moved = await tx.select().from(stockMovements).where(eq(stockMovements.stockId, row!.id))
    // The stock movements always add up to the stock on hand.
    expect(moved.reduce((sum, { change }) => sum + change, 0)).toBe(row!.onHand)
    return {
      onHand: row!.onHand,
      held: row!.held,
      book: moved.map(({ reason, change, note }) => [reason, change, note].filter(Boolean).join(' ')),
    }
  })

describe.each(bothEngines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const checkout = <T>(site: TestSite, work: Parameters<typeof inSite<T>>[2]) =>
    inSite(database, { websiteId: site.websiteId, role: 'checkout' }, work, { retry: true, timeoutMs: 60_000 })

  test('holds stock, sells it, and returns it once when the order is cancelled', async () => {
    const site = await createTestSite(database)
    const [stockKey] = await newStockItem(site, 3)
    const orderId = newId()
    const taken = await checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 2 }]))
    expect(await countOf(site, stockKey!.productId)).toEqual({ onHand: 3, held: 2, book: ['initial 3'] })
    const refused = checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 2 }]))
    await expect(refused).rejects.toThrow('Only 1 left of Night Ferry. Please take fewer.')
    expect(await checkout(site, (tx) => sellStock(tx, kept(taken), { orderId, now }))).toEqual({ missing: 0 })
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 1, held: 0 })
    const cancel = () =>
      site.as('administrator', (tx) => returnStock(tx, orderId, { userId: site.userId, now, note: 'Torn' }))
    const returned = await Promise.all([cancel(), cancel(), cancel()])
    expect(returned.flat()).toEqual([{ stockId: taken[0]!.stockId, quantity: 2 }])
    const book = ['initial 3', 'sale -2', 'cancel 2 Torn']
    expect(await countOf(site, stockKey!.productId)).toEqual({ onHand: 3, held: 0, book })
  })

  test('adds up two lines of the same item for hold and release', async () => {
    const site = await createTestSite(database)
    const [stockKey] = await newStockItem(site, 3)
    const line = { ...stockKey!, quantity: 2 }
    await expect(checkout(site, (tx) => holdStock(tx, [line, line]))).rejects.toMatchObject({ reason: 'sold-out' })
    const taken = await checkout(site, (tx) => holdStock(tx, [line, { ...line, quantity: 1 }]))
    expect(taken).toEqual([{ stockId: expect.any(String), quantity: 3 }])
    await checkout(site, (tx) => releaseStock(tx, taken))
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 3, held: 0 })
  })

  test('holds all of a cart or nothing, and names the missing item', async () => {
    const site = await createTestSite(database)
    const [small, large] = await newStockItem(site, 1, { sizes: ['S', 'L'] })
    await checkout(site, (tx) => holdStock(tx, [{ ...large!, quantity: 1 }]))
    const both = [small!, large!].map((stockKey) => ({ ...stockKey, quantity: 1 }))
    await expect(checkout(site, (tx) => holdStock(tx, both))).rejects.toThrow('Night Ferry, L is sold out.')
    expect(await checkout(site, (tx) => holdStock(tx, [both[0]!]))).toHaveLength(1)
    const unknown = { productId: newId(), variantId: null, quantity: 1 }
    await expect(checkout(site, (tx) => holdStock(tx, [unknown]))).rejects.toMatchObject({ reason: 'sold-out' })
  })

  test('a late payment takes only free stock, and never below zero', async () => {
    const site = await createTestSite(database)
    const [stockKey] = await newStockItem(site, 3)
    const kept = await checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 2 }]))
    const unkept = kept.map((each) => ({ ...each, isHeld: false }))
    const about = { orderId: newId(), now }
    expect(await checkout(site, (tx) => sellStock(tx, unkept, about))).toEqual({ missing: 1 })
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 2, held: 2 })
  })

  test('when stock is corrected below the held pieces, the first buyer to pay gets it', async () => {
    const site = await createTestSite(database)
    const [stockKey] = await newStockItem(site, 3)
    const taken = await checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 2 }]))
    const correct = (quantity: number, expectedOnHand?: number) =>
      site.as('administrator', (tx) =>
        correctStock(tx, stockKey!, quantity, { userId: site.userId, now }, { expectedOnHand }),
      )
    await expect(correct(9, 7)).rejects.toMatchObject({ reason: 'conflict' })
    expect(await correct(1, 3)).toEqual({ onHand: 1, held: 2, change: -2 })
    await expect(checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 1 }]))).rejects.toThrow('sold out')
    const about = { orderId: newId(), now }
    expect(await checkout(site, (tx) => sellStock(tx, kept(taken), about))).toEqual({ missing: 1 })
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 0, held: 0 })
  })

  test('cannot hold stock of another site', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const [stockKey] = await newStockItem(site, 3)
    const steal = checkout(other, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 1 }]))
    await expect(steal).rejects.toMatchObject({ reason: 'sold-out' })
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 3, held: 0 })
  })

  test('gives the last 10 pieces to 10 of 200 simultaneous checkouts', async () => {
    const site = await createTestSite(database)
    const [stockKey] = await newStockItem(site, 10)
    const take = () => checkout(site, (tx) => holdStock(tx, [{ ...stockKey!, quantity: 1 }]))
    const all = await outcomesOf(repeatTimes(200, () => retryWhileUnavailable(take)))
    expect(countByValue(all)).toEqual({ done: 10, 'sold-out': 190 })
    expect(await countOf(site, stockKey!.productId)).toMatchObject({ onHand: 10, held: 10 })
  })

  test('mixed carts never deadlock, and the stock adds up', async () => {
    const site = await createTestSite(database)
    const stockKeys = (await Promise.all(repeatTimes(4, () => newStockItem(site, 50)))).flat()
    const buy = (n: number) =>
      checkout(site, async (tx) => {
        const lines = [n, n * 7 + 1, n * 3 + 2].map((at) => ({ ...stockKeys[at % 4]!, quantity: 1 + (at % 3) }))
        const taken = await holdStock(tx, n % 2 ? lines : lines.reverse())
        if (n % 3 === 0) await releaseStock(tx, taken)
        else await sellStock(tx, kept(taken), { orderId: newId(), now })
      })
    const all = countByValue(await outcomesOf(repeatTimes(100, (n) => retryWhileUnavailable(() => buy(n)))))
    expect(Object.keys(all).sort()).toEqual(['done', 'sold-out'])
    for (const { productId } of stockKeys) expect(await countOf(site, productId)).toMatchObject({ held: 0 })
  })
})
