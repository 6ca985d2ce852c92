import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { contactCheckAction, humanCheckLifetimeMs } from '#domain/contact/human-check.ts'
import { type ChaosRequest, parseJsonBody } from './http-request.ts'
import { retryUntilAnswered } from './retry.ts'
import { uploadInChunks } from './upload-in-chunks.ts'
import type { ChaosSite, ChaosWorld } from './world.ts'

/** How many of each; all at once, on both websites. */
export type LoadMix = { buyers: number; messages: number; uploads: number; drafts: number; cancels: number }
export const usualMix: LoadMix = { buyers: 8, messages: 3, uploads: 2, drafts: 3, cancels: 2 }

/** The products of both websites before any fault. */
export async function createShopProducts(world: ChaosWorld): Promise<void> {
  for (const site of world.sites) {
    const record = await sell(world, site, { productType: 'physical', price: 1_200, stockQuantity: 5_000 }, 5_000)
    const download = await sell(world, site, { productType: 'digital', price: 700, status: 'draft' }, null)
    const quoteInput = { items: [{ productId: record, variantId: null, quantity: 1 }], country: site.country }
    const quote = await world.ask(posted(site, '/api/shop/quote', quoteInput, world.random))
    if (quote?.status !== 200) throw new Error(`No quote: ${quote?.body}`)
    site.shipping = parseJsonBody<{ options: { id: string }[] }>(quote).options[0]?.id ?? null
    await uploadInChunks(world, site)
    const published = { ids: [download], status: 'published' }
    const answer = await world.own(site, 'POST', '/api/admin/products/status', published)
    if (answer?.status !== 200) throw new Error(`A download was not published: ${answer?.status} ${answer?.body}`)
  }
}

async function sell(world: ChaosWorld, site: ChaosSite, about: object, stock: number | null): Promise<string> {
  const name = nameOn(world, site, 'product')
  const product = { name, status: 'published', id: world.random.uuid(), ...about }
  const answer = await world.own(site, 'POST', '/api/admin/products', product)
  if (answer?.status !== 201) throw new Error(`A product was not made: ${answer?.status} ${answer?.body}`)
  const { id: productId } = parseJsonBody<{ id: string }>(answer)
  world.history.note({ site: site.at, did: 'sells', productId, name, stock })
  return productId
}

/** All actions of visitors and owner on an ordinary day, at the same time. */
export async function runShopLoad(world: ChaosWorld, mix: Partial<LoadMix> = {}): Promise<void> {
  const { buyers, messages, uploads, drafts, cancels } = { ...usualMix, ...mix }
  const many = (count: number, operation: (world: ChaosWorld, site: ChaosSite) => Promise<void>) =>
    Array.from({ length: count }, (_, n) => () => operation(world, world.sites[n % world.sites.length]!))
  const operations = [
    ...many(buyers, buy),
    ...many(messages, write),
    ...many(uploads, uploadInChunks),
    ...many(drafts, draft),
    ...many(cancels, cancel),
  ]
  await Promise.all(
    world.random.shuffled(operations).map((operation) =>
      operation().catch((error) => {
        world.trouble.push(`a visitor gave up: ${error}`)
      }),
    ),
  )
}

async function buy(world: ChaosWorld, site: ChaosSite): Promise<void> {
  const { random, history, payments } = world
  const wares = history.of('sells').filter((each) => each.site === site.at)
  const { productId, stock } = random.pick(wares)
  const quantity = stock === null ? 1 : 1 + random.upTo(2)
  const email = `${world.canary}-${random.hex(10)}@example.com`
  const key = random.uuid()
  const request = {
    key,
    items: [{ productId, variantId: null, quantity }],
    email,
    name: `Ann ${world.canary}`,
    country: site.country,
    shippingOption: stock === null ? null : site.shipping,
    address:
      stock === null
        ? null
        : { line1: '1 Quay Road', city: 'Bristol', postcode: site.country === 'NL' ? '1011 AB' : 'BS1 4RW' },
  }
  const checkoutRequest = posted(site, '/api/shop/checkout', request, random)
  const answer = await retryUntilAnswered(world, () => world.ask(checkoutRequest))
  if (answer.status !== 200) throw new Error(`checkout ${answer.status}: ${answer.body}`)
  const { redirectTo, reference } = parseJsonBody<{ redirectTo: string; reference: string }>(answer)
  const sessionId = redirectTo.split('/').at(-1)!
  history.note({ site: site.at, did: 'checkout', key, reference, sessionId, email, quantity, productId })
  if (random.chance(0.1)) return
  if (random.chance(0.1)) {
    await retryUntilAnswered(world, () => world.ask(posted(site, '/api/shop/checkout/cancel', { key }, random)))
    return
  }
  const came = await payments.pay(sessionId, random.chance(0.3) ? 'twice' : 'succeeds')
  if (came === 'paid') history.note({ site: site.at, did: 'paid', sessionId })
}

/** Not retried without an answer: the message may or may not have arrived. */
async function write(world: ChaosWorld, site: ChaosSite): Promise<void> {
  const { random, history } = world
  const canary = `${world.canary}-${site.at}-${random.hex(12)}`
  const offer = await retryUntilAnswered(world, () => world.ask({ host: site.host, path: '/api/contact' }))
  const { publicKey } = parseJsonBody<{ publicKey: string }>(offer)
  const body = {
    name: 'Ben',
    email: `${canary}@example.com`,
    subject: 'A question',
    message: `What about ${canary}?`,
    websiteId: site.id,
    turnstileToken: await passedCheck(world, site),
  }
  const contactRequest = posted(site, '/functions/v1/contact-form', body, random)
  const headers = { ...contactRequest.headers, authorization: `Bearer ${publicKey}` }
  const answer = await world.ask({ ...contactRequest, headers })
  if (answer?.status === 200) history.note({ site: site.at, did: 'message', canary })
}

/** A browser would need a second for it; the key is ours, so the solution is known. */
async function passedCheck({ keys }: ChaosWorld, site: ChaosSite): Promise<string> {
  const secret = (purpose: string) => keys.deriveKey(purpose).toString('base64url')
  const counter = 1
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter,
    deriveKey,
    data: { action: contactCheckAction, site: site.id },
    expiresAt: new Date(Date.now() + humanCheckLifetimeMs),
    hmacSignatureSecret: secret('human-check'),
    hmacKeySignatureSecret: secret('human-check-key'),
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

async function draft(world: ChaosWorld, site: ChaosSite): Promise<void> {
  const id = world.random.uuid()
  const name = nameOn(world, site, 'draft')
  const product = { id, name, price: 500, productType: 'physical', stockQuantity: 1 }
  const answer = await retryUntilAnswered(world, () => world.own(site, 'POST', '/api/admin/products', product))
  if (answer.status !== 201) throw new Error(`draft ${answer.status}: ${answer.body}`)
  world.history.note({ site: site.at, did: 'draft', id: parseJsonBody<{ id: string }>(answer).id, name })
}

/** Cancels a paid order, which triggers its refund. */
async function cancel(world: ChaosWorld, site: ChaosSite): Promise<void> {
  const [found] = await world.rows<{ id: string; sequence: number }>(
    `select id, sequence from orders where website_id = $1 and status = 'paid' order by random() limit 1`,
    [site.id],
  )
  if (!found) return
  const path = `/api/admin/orders/${found.id}/status`
  const answer = await retryUntilAnswered(world, () =>
    world.own(site, 'POST', path, { to: 'cancelled', sequence: found.sequence }),
  )
  if (answer.status === 200) world.history.note({ site: site.at, did: 'cancel', orderId: found.id })
}

const nameOn = ({ canary, random }: ChaosWorld, site: ChaosSite, what: string) =>
  `${what} ${canary}-${site.at}- ${random.hex(8)}`

function posted(site: ChaosSite, path: string, body: unknown, random: ChaosWorld['random']): ChaosRequest {
  const from = `10.${random.upTo(255)}.${random.upTo(255)}.${1 + random.upTo(250)}`
  const headers = { 'content-type': 'application/json' }
  return { host: site.host, path, method: 'POST', headers, body: JSON.stringify(body), from }
}
