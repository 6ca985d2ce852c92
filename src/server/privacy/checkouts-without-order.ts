import { asc, inArray, ne } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { type Checkout, checkouts } from '#server/commerce/checkout-table.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/**
 * What one address began to pay for and has no order of. These are few, for most of them go after a week, so they are
 * opened one by one.
 */
export async function checkoutsWithoutOrderOf(
  tx: SiteTx,
  sealer: Pick<Sealer, 'open'>,
  email: string,
): Promise<Checkout[]> {
  const found = await tx.select().from(checkouts).where(ne(checkouts.state, 'paid')).orderBy(asc(checkouts.id))
  return found.filter((checkout) => isOf(sealer, checkout, email))
}

/** The same, locked until the end of the transaction, so that none of them becomes an order. */
export async function lockCheckoutsWithoutOrder(
  tx: SiteTx,
  sealer: Pick<Sealer, 'open'>,
  email: string,
): Promise<Checkout[]> {
  const ids = (await checkoutsWithoutOrderOf(tx, sealer, email)).map(({ id }) => id)
  const held = await tx
    .select()
    .from(checkouts)
    .where(inArray(checkouts.id, ids))
    .orderBy(asc(checkouts.id))
    .for('update')
  return held.filter(({ state }) => state !== 'paid')
}

function isOf(sealer: Pick<Sealer, 'open'>, checkout: Checkout, email: string): boolean {
  try {
    return normalizeEmail(decryptBuyer(sealer, checkout).email) === normalizeEmail(email)
  } catch (error) {
    // Its owner cannot be determined.
    if (error instanceof UnreadableValueError) return false
    throw error
  }
}

/** Its part of a data export. */
export async function exportCheckoutsWithoutOrder(tx: SiteTx, sealer: Pick<Sealer, 'open'>, email: string) {
  const found = await checkoutsWithoutOrderOf(tx, sealer, email)
  return found.map((checkout) => ({
    reference: checkout.reference,
    startedAt: checkout.createdAt,
    state: checkout.state,
    customer: { ...decryptBuyer(sealer, checkout), country: checkout.country },
    items: checkout.lines.map(({ name, variant, quantity, unitPrice }) => ({ name, variant, quantity, unitPrice })),
    currency: checkout.currency,
    total: checkout.total,
  }))
}
