import { desc, eq, sql } from 'drizzle-orm'
import { isAwaited } from '#domain/orders/lifecycle.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import { type Checkout, customerPlace } from '#server/checkout/start.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { ContactParts } from '#server/contact/actions.ts'
import { dropMessages } from '#server/contact/messages.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { dropNotes } from '#server/customer-support/notes.ts'
import { asRole } from '#server/db/as-role.ts'
import { type EditContext, placeOf, type SiteTx } from '#server/db/in-site.ts'
import { tell } from '#server/orders/events.ts'
import { type OrderParts, orderPlace } from '#server/orders/place.ts'
import { orders } from '#server/orders/table.ts'
import { forgetUnsentMails } from '#server/privacy/failed-mails.ts'
import { dataExports } from '#server/privacy/table.ts'
import { holdUnplaced } from '#server/privacy/unplaced-checkouts.ts'

export type PrivacyParts = { contact: ContactParts; orders: OrderParts }

/** Mails that stay in this house as files. */
export type KeptMails = {
  /** Where no mail server is set, what waits will stay here too. */
  stay: boolean
  forget: (websiteId: string, email: string) => Promise<void>
}

/**
 * What is kept under an address: orders by number, what was begun to be paid and came to no order by reference, and how
 * many messages. Nobody is waiting for a finished order.
 */
export type HeldOnCustomer = { open: string[]; finished: string[]; unplaced: string[]; messages: number }

export async function heldOnCustomer(tx: SiteTx, parts: PrivacyParts, email: string): Promise<HeldOnCustomer> {
  return inWords(await keptUnder(tx, parts, email))
}

/**
 * Forgets who somebody is. What they bought and paid stays for the books, without them; what they wrote goes. Whoever
 * still waits for something cannot be forgotten yet, and then nothing is.
 */
export async function eraseCustomer(
  tx: SiteTx,
  parts: PrivacyParts,
  email: string,
  { userId, now }: EditContext,
  { waitingMailsToo = false } = {},
): Promise<HeldOnCustomer> {
  const found = await keptUnder(tx, parts, email)
  const held = inWords(found)
  if (held.open.length) throw new Refusal('customer-waits', { values: { numbers: held.open.join(', ') } })
  if (found.unplaced.some(({ state }) => state === 'open')) throw new Refusal('customer-pays')
  await blankOrders(tx, parts.orders.sealer, found.orders, { userId, now })
  const begun = [...found.orders.map(({ checkoutId }) => checkoutId), ...found.unplaced.map(({ id }) => id)]
  await blankCheckouts(tx, parts.orders.sealer, begun)
  const ids = found.messages.map(({ id }) => id)
  if (ids.length) await dropMessages(tx, ids, { userId, now })
  const index = parts.contact.blindIndex(placeOf(tx).scope.websiteId, email)
  await dropNotes(tx, index)
  await asRole(tx, 'worker', async () => {
    await tx.delete(dataExports).where(eq(dataExports.emailIndex, index))
    await forgetUnsentMails(tx, parts.contact.sealer, email, { waitingToo: waitingMailsToo })
  })
  const { finished, unplaced, messages } = held
  const details = { orders: finished, unplaced, messages }
  await record(tx, { resourceType: 'customer', action: 'erased', userId, details }, now)
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
type Kept = { orders: KeptOrder[]; unplaced: Checkout[]; messages: { id: string }[] }

/**
 * Held until the end of the transaction, so that none of it changes on the way: the newest first, as whoever works on
 * several orders holds them. It is answered from the oldest on.
 */
async function keptUnder(tx: SiteTx, parts: PrivacyParts, email: string): Promise<Kept> {
  const { websiteId } = placeOf(tx).scope
  // Before the orders: what was just paid for is found among them.
  const unplaced = await asRole(tx, 'checkout', () => holdUnplaced(tx, parts.orders.sealer, email))
  const { id, checkoutId, orderNumber, status, totalAmount, refundedAmount, createdAt } = orders
  const newestFirst = await tx
    .select({ id, websiteId: orders.websiteId, checkoutId, orderNumber, status, totalAmount, refundedAmount })
    .from(orders)
    .where(eq(orders.emailIndex, parts.orders.blindIndex(websiteId, email)))
    .orderBy(desc(createdAt), desc(id))
    .for('update')
  return {
    orders: newestFirst.reverse(),
    unplaced,
    messages: await tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(eq(contactMessages.emailIndex, parts.contact.blindIndex(websiteId, email))),
  }
}

const inWords = ({ orders: kept, unplaced, messages }: Kept): HeldOnCustomer => ({
  open: kept.filter(isAwaited).map(({ orderNumber }) => orderNumber),
  finished: kept.filter((order) => !isAwaited(order)).map(({ orderNumber }) => orderNumber),
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
    const nothing = (column: string) => sealer.seal(orderPlace(websiteId, column, id), '')
    await tx
      .update(orders)
      .set({
        customerEmail: nothing('customer_email'),
        customerName: nothing('customer_name'),
        shippingAddress: null,
        emailIndex: Buffer.alloc(0),
        orderNotes: [],
        sequence: sql`${orders.sequence} + 1`,
        ...{ erasedAt: context.now, updatedAt: context.now },
      })
      .where(eq(orders.id, id))
    await tell(tx, id, { kind: 'erased' }, context)
  }
}

/** The hash of what was asked for goes too: name and address are in it, and could be tried out on it. */
async function blankCheckouts(tx: SiteTx, sealer: Pick<Sealer, 'seal'>, ids: string[]): Promise<void> {
  const { websiteId } = placeOf(tx).scope
  const nobody = JSON.stringify({ email: '', name: '', address: null })
  await asRole(tx, 'checkout', async () => {
    for (const id of ids) {
      const customer = sealer.seal(customerPlace(websiteId, id), nobody)
      await tx.update(checkouts).set({ customer, requestHash: '' }).where(eq(checkouts.id, id))
    }
  })
}
