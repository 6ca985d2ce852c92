import { desc, eq, sql } from 'drizzle-orm'
import { awaitsDelivery } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { dropUndoableDeletes, lockDeletes } from '#server/activity/undoable-delete.ts'
import { customerSealContext } from '#server/checkout/lifecycle.ts'
import { type Checkout, checkouts } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { orderSealContext, orders } from '#server/commerce/orders-table.ts'
import { deleteMessages } from '#server/contact/messages.ts'
import type { ContactDeps } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { deleteSupportNotes } from '#server/customer-support/notes.ts'
import { asRole, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { deleteNameWords } from '#server/orders/name-index.ts'
import { lockCheckoutsWithoutOrder } from '#server/privacy/checkouts-without-order.ts'
import { dataExports } from '#server/privacy/table.ts'
import { eraseUnsentMails } from '#server/privacy/unsent-mails.ts'

export type PrivacyDeps = { contact: ContactDeps; orders: Pick<CommerceDeps, 'sealer' | 'blindIndex'> }

/** Mails that are stored as files in the data folder. */
export type LocalMails = {
  /** True without a mail server: then queued mails will become files too. */
  stay: boolean
  remove: (websiteId: string, email: string) => Promise<void>
}

/**
 * What is stored for an address: order numbers, references of checkouts without an order, and the number of messages. An
 * order is finished when the customer waits for nothing any more.
 */
export type CustomerDataSummary = { open: string[]; finished: string[]; unplaced: string[]; messages: number }

export async function summarizeCustomerData(
  tx: SiteTx,
  deps: PrivacyDeps,
  email: string,
): Promise<CustomerDataSummary> {
  return inWords(await keptUnder(tx, deps, email))
}

/**
 * Erases the personal data of a customer. Amounts and items stay for the books; messages and notes are deleted. A customer
 * who still waits for an order or a payment cannot be erased yet; then nothing is changed.
 */
export async function eraseCustomer(
  tx: SiteTx,
  deps: PrivacyDeps,
  email: string,
  { userId, now }: EditContext,
  { waitingMailsToo = false } = {},
): Promise<CustomerDataSummary> {
  await lockDeletes(tx)
  const found = await keptUnder(tx, deps, email)
  const held = inWords(found)
  if (held.open.length) throw new Refusal('customer-waits', { values: { numbers: held.open.join(', ') } })
  if (found.unplaced.some(({ state }) => state === 'open')) throw new Refusal('customer-pays')
  await blankOrders(tx, deps.orders.sealer, found.orders, { userId, now })
  const begun = [...found.orders.map(({ checkoutId }) => checkoutId), ...found.unplaced.map(({ id }) => id)]
  await blankCheckouts(tx, deps.orders.sealer, begun)
  const ids = found.messages.map(({ id }) => id)
  if (ids.length) await deleteMessages(tx, ids, { userId, now })
  // A message that was deleted before, or just now, must not come back by an undo.
  await dropUndoableDeletes(tx)
  const index = deps.contact.blindIndex(scopeOf(tx).websiteId, email)
  await deleteSupportNotes(tx, index)
  await asRole(tx, 'worker', async () => {
    await tx.delete(dataExports).where(eq(dataExports.emailIndex, index))
    await eraseUnsentMails(tx, deps.contact.sealer, email, { waitingToo: waitingMailsToo })
  })
  const { finished, unplaced, messages } = held
  const details = { orders: finished, unplaced, messages }
  await recordActivity(tx, { resourceType: 'customer', action: 'erased', userId, details }, now)
  return held
}

type KeptOrder = {
  id: string
  websiteId: string
  checkoutId: string
  orderNumber: string
  status: OrderStatus
  totalAmount: number
  refundedAmount: number
}
type RetainedRows = { orders: KeptOrder[]; unplaced: Checkout[]; messages: { id: string }[] }

/**
 * Locks the rows until the end of the transaction, the newest first, like all code that locks several orders. Returns them
 * from the oldest on.
 */
async function keptUnder(tx: SiteTx, deps: PrivacyDeps, email: string): Promise<RetainedRows> {
  const { websiteId } = scopeOf(tx)
  // Before the orders: a checkout that was just paid is then found among them.
  const unplaced = await asRole(tx, 'checkout', () => lockCheckoutsWithoutOrder(tx, deps.orders.sealer, email))
  const { id, checkoutId, orderNumber, status, totalAmount, refundedAmount, createdAt } = orders
  const newestFirst = await tx
    .select({ id, websiteId: orders.websiteId, checkoutId, orderNumber, status, totalAmount, refundedAmount })
    .from(orders)
    .where(eq(orders.emailIndex, deps.orders.blindIndex(websiteId, email)))
    .orderBy(desc(createdAt), desc(id))
    .for('update')
  return {
    orders: newestFirst.reverse(),
    unplaced,
    messages: await tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(eq(contactMessages.emailIndex, deps.contact.blindIndex(websiteId, email))),
  }
}

const inWords = ({ orders: kept, unplaced, messages }: RetainedRows): CustomerDataSummary => ({
  open: kept.filter(awaitsDelivery).map(({ orderNumber }) => orderNumber),
  finished: kept.filter((order) => !awaitsDelivery(order)).map(({ orderNumber }) => orderNumber),
  unplaced: unplaced.map(({ reference }) => reference),
  messages: messages.length,
})

async function blankOrders(
  tx: SiteTx,
  sealer: Pick<Sealer, 'seal'>,
  kept: KeptOrder[],
  context: EditContext,
): Promise<void> {
  for (const { id, websiteId } of kept) {
    const sealEmptyText = (column: string) => sealer.seal(orderSealContext(websiteId, column, id), '')
    await tx
      .update(orders)
      .set({
        customerEmail: sealEmptyText('customer_email'),
        customerName: sealEmptyText('customer_name'),
        shippingAddress: null,
        emailIndex: Buffer.alloc(0),
        orderNotes: [],
        sequence: sql`${orders.sequence} + 1`,
        erasedAt: context.now,
        updatedAt: context.now,
      })
      .where(eq(orders.id, id))
    await recordOrderEvent(tx, id, { kind: 'erased' }, context)
  }
  await deleteNameWords(
    tx,
    kept.map(({ id }) => id),
  )
}

/** Clears the hash of the request too: name and address are part of it and could be guessed from it. */
async function blankCheckouts(tx: SiteTx, sealer: Pick<Sealer, 'seal'>, ids: string[]): Promise<void> {
  const { websiteId } = scopeOf(tx)
  const blank = JSON.stringify({ email: '', name: '', address: null })
  await asRole(tx, 'checkout', async () => {
    for (const id of ids) {
      const customer = sealer.seal(customerSealContext(websiteId, id), blank)
      await tx.update(checkouts).set({ customer, requestHash: '' }).where(eq(checkouts.id, id))
    }
  })
}
