import { hasExpired } from '#domain/downloads/state.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { rightsOf } from '#server/downloads/rights.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import { mailBuyer, type Post } from '#server/orders/mail-buyer.ts'
import { about, lockedOrder } from '#server/orders/manage.ts'

/** For buyers who have lost a mail. */
export async function mailAgain(
  tx: SiteTx,
  post: Post,
  id: string,
  mail: 'confirmation' | 'downloads',
  context: EditContext,
): Promise<void> {
  const order = await lockedOrder(tx, id)
  const opened = openCustomer(post.sealer, order)
  if ('unreadable' in opened) throw new Refusal(opened.unreadable === 'erased' ? 'nobody-to-mail' : 'buyer-unreadable')
  if (mail === 'downloads') {
    const rights = await rightsOf(tx, id)
    if (!rights.length) throw new Refusal('nothing-to-mail')
    if (rights.every((right) => hasExpired(right, context.now))) throw new Refusal('right-expired')
  }
  await mailBuyer(tx, post, order, mail, context)
  await record(tx, { ...about(order, context), action: 'mailed' }, context.now)
}
