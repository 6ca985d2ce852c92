import { createHash } from 'node:crypto'
import { downloadToken } from '#server/downloads/rights.ts'
import { paymentIntentIdOf } from '#server/payments/sandbox/objects.ts'
import { checkSiteSeparation } from './check-site-separation.ts'
import type { ChaosWorld } from './world.ts'

type OrderRow = {
  id: string
  website_id: string
  order_number: string
  stripe_session_id: string
  status: string
  total_amount: number
  refunded_amount: number
  currency: string
}

/** All invariants; returns one line for each that is violated. */
export async function checkInvariants(world: ChaosWorld): Promise<string[]> {
  const orders = await world.rows<OrderRow>('select * from orders')
  const found = await Promise.all([
    payments(world, orders),
    stock(world),
    mails(world, orders),
    uploads(world),
    downloads(world),
    drafts(world),
    checkSiteSeparation(world),
    jobs(world),
  ])
  return [...world.trouble.splice(0), ...found.flat(), ...logs(world)]
}

/** One order for each payment, of the same amount; one refund for each order that was cancelled, and no other. */
async function payments(world: ChaosWorld, orders: OrderRow[]): Promise<string[]> {
  const wrong: string[] = []
  const { sessions, refunds } = await world.payments.books()
  const ordersOf = Map.groupBy(orders, (order) => order.stripe_session_id)
  const paid = sessions.filter(({ isPaid }) => isPaid)
  for (const { id, amount, websiteId, currency } of paid) {
    const of = ordersOf.get(id) ?? []
    if (of.length !== 1) wrong.push(`the payment ${id} has made ${of.length} orders`)
    for (const order of of) {
      if (order.total_amount !== amount || order.currency.toLowerCase() !== currency)
        wrong.push(`order ${order.order_number} is over ${order.total_amount}, and ${amount} were paid`)
      if (order.website_id !== websiteId)
        wrong.push(`order ${order.order_number} is on another website than its payment`)
    }
  }
  const isPaid = new Set(paid.map(({ id }) => id))
  for (const { sessionId } of world.history.of('paid'))
    if (!isPaid.has(sessionId)) wrong.push(`the payment ${sessionId} is not recorded`)
  for (const { order_number, stripe_session_id } of orders)
    if (!isPaid.has(stripe_session_id)) wrong.push(`order ${order_number} is not paid`)
  const known = await world.rows<{ key: string; reference: string }>('select key, reference from checkouts')
  const references = Map.groupBy(known, ({ key }) => key)
  for (const { key, reference } of world.history.of('checkout'))
    if (references.get(key)?.length !== 1 || references.get(key)![0]!.reference !== reference)
      wrong.push(`the checkout ${reference} was started and does not exist exactly once`)
  const back = Map.groupBy(refunds, ({ paymentIntent }) => paymentIntent)
  for (const order of orders) {
    const given = back.get(paymentIntentIdOf(order.stripe_session_id)) ?? []
    const sum = given.reduce((all, { amount }) => all + amount, 0)
    const due = order.status === 'cancelled' ? order.total_amount : 0
    if (sum !== due || given.length > 1 || order.refunded_amount !== due)
      wrong.push(
        `order ${order.order_number} (${order.status}) owes ${due}: ${sum} refunded in ${given.length} payments, ${order.refunded_amount} recorded`,
      )
  }
  const status = new Map(orders.map((order) => [order.id, order.status]))
  for (const { orderId } of world.history.of('cancel'))
    if (status.get(orderId) !== 'cancelled') wrong.push(`order ${orderId} was cancelled and is ${status.get(orderId)}`)
  return wrong
}

type Shelf = { product_id: string; on_hand: number; held: number; moved: number; kept: number; sold: number }

/** Stock on hand plus sold and not returned equals the initial stock, and every hold belongs to a checkout. */
async function stock(world: ChaosWorld): Promise<string[]> {
  const wrong: string[] = []
  const shelves = await world.rows<Shelf>(
    `select s.product_id, s.on_hand, s.held,
      (select coalesce(sum(change), 0)::int from stock_movements m where m.stock_id = s.id) as moved,
      (select coalesce(sum(quantity), 0)::int from stock_holds h where h.stock_id = s.id and h.outcome is null) as kept,
      (select coalesce(sum(i.quantity), 0)::int from order_items i join orders o on o.id = i.order_id
        where i.product_id = s.product_id and o.status <> 'cancelled') as sold
     from stock_items s`,
  )
  const shelfOf = new Map(shelves.map((shelf) => [shelf.product_id, shelf]))
  for (const { productId, name, stock: initial } of world.history.of('sells')) {
    if (initial === null) continue
    const shelf = shelfOf.get(productId)
    if (!shelf) wrong.push(`${name} has no stock row`)
    else if (initial !== shelf.on_hand + shelf.sold)
      wrong.push(`of ${initial} ${name} ${shelf.on_hand} are in stock and ${shelf.sold} sold`)
  }
  for (const { product_id, on_hand, held, moved, kept } of shelves) {
    if (on_hand !== moved) wrong.push(`stock of ${product_id} is ${on_hand}, and its movements add up to ${moved}`)
    if (held !== kept) wrong.push(`stock of ${product_id} holds ${held}, and open checkouts hold ${kept}`)
  }
  const [twice] = await world.rows<{ times: number }>(
    `select count(*)::int as times from stock_movements where order_id is not null
      group by stock_id, order_id, reason having count(*) > 1 limit 1`,
  )
  if (twice) wrong.push(`one order has moved the same stock ${twice.times} times`)
  return wrong
}

/** Buyer and owner get one mail about each order; each accepted message is mailed exactly once. */
async function mails(world: ChaosWorld, orders: OrderRow[]): Promise<string[]> {
  const wrong: string[] = []
  const letters = await world.letters()
  const bySession = new Map(orders.map((order) => [order.stripe_session_id, order]))
  const to = Map.groupBy(letters, (letter) => letter.to)
  for (const { sessionId, email } of world.history.of('checkout')) {
    const order = bySession.get(sessionId)
    const expected = !order ? 0 : order.status === 'cancelled' ? 2 : 1
    const got = to.get(email)?.length ?? 0
    if (got !== expected)
      wrong.push(`the buyer of ${order?.order_number ?? sessionId} has ${got} mails, not ${expected}`)
  }
  for (const { order_number } of orders) {
    const mailCount = letters.filter(({ subject }) => subject.endsWith(`New order ${order_number}`)).length
    if (mailCount !== 1) wrong.push(`the owner was mailed ${mailCount} times about order ${order_number}`)
  }
  for (const { canary } of world.history.of('message')) {
    const got = letters.filter(({ text }) => text.includes(`What about ${canary}?`)).length
    if (got !== 1) wrong.push(`the message ${canary} was accepted, and mailed ${got} times`)
  }
  const seen = new Set<string>()
  for (const { text } of letters) {
    const canary = /What about (\S+)\?/.exec(text)?.[1]
    if (canary && seen.has(canary)) wrong.push(`the message ${canary} was mailed twice`)
    if (canary) seen.add(canary)
  }
  const stored = await world.rows<{ n: number }>('select count(*)::int as n from contact_messages')
  if (stored[0]!.n !== seen.size) wrong.push(`${stored[0]!.n} messages are stored and ${seen.size} were mailed`)
  return wrong
}

/** Every file is there once. */
async function uploads(world: ChaosWorld): Promise<string[]> {
  const files = await world.rows<{ id: string; n: number }>(
    `select f.id, (select count(*)::int from product_files g where g.upload_id = f.upload_id) as n from product_files f`,
  )
  const times = new Map(files.map(({ id, n }) => [id, n]))
  return world.history
    .of('file')
    .filter(({ fileId }) => times.get(fileId) !== 1)
    .map(({ fileId }) => `the file ${fileId} was accepted and exists ${times.get(fileId) ?? 0} times`)
}

/** A buyer downloads an uploaded file byte for byte. */
async function downloads(world: ChaosWorld): Promise<string[]> {
  const wrong: string[] = []
  const rights = await world.rows<{ id: string; website_id: string; product_id: string; link_serial: number }>(
    `select d.* from digital_downloads d join orders o on o.id = d.order_id where o.status = 'paid' order by d.created_at desc`,
  )
  const checked = new Set(world.checkedFiles)
  for (const { site, fileId, sha256, productId } of world.history.of('file')) {
    if (checked.has(fileId)) continue
    const { host, id } = world.sites[site]!
    const right = rights.find((each) => each.website_id === id && each.product_id === productId)
    if (!right) continue
    const token = downloadToken(world.keys, id, { id: right.id, linkSerial: right.link_serial })
    const answer = await world.ask({ host, path: `/api/download?token=${token}&file=${fileId}` })
    const hash = createHash('sha256')
      .update(answer?.body ?? '')
      .digest('hex')
    if (answer?.status !== 200 || hash !== sha256)
      wrong.push(`the file ${fileId} differs from the uploaded bytes (${answer?.status})`)
    world.secrets.push(token)
    world.checkedFiles.push(fileId)
  }
  return wrong
}

async function drafts(world: ChaosWorld): Promise<string[]> {
  const names = await world.rows<{ name: string; n: number }>(
    'select name, count(*)::int as n from products group by 1',
  )
  const times = new Map(names.map(({ name, n }) => [name, n]))
  return [...world.history.of('draft'), ...world.history.of('sells')]
    .filter(({ name }) => times.get(name) !== 1)
    .map(({ name }) => `${name} was created and exists ${times.get(name) ?? 0} times`)
}

async function jobs(world: ChaosWorld): Promise<string[]> {
  const failed = await world.rows<{ name: string; state: string }>(
    `select name, state from pgboss.job where state = 'failed' or name = 'laid-aside'`,
  )
  return failed.map(({ name, state }) => `a job of ${name} is ${state}`)
}

/** No secret, and no address or text of a person. */
function logs(world: ChaosWorld): string[] {
  const log = world.log()
  return [...world.secrets, world.canary]
    .filter((secret) => log.includes(secret))
    .map((secret) => `${secret === world.canary ? 'words of a person' : 'a secret'} found in the log`)
}
