import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestContext } from '#api/env.ts'
import { sandboxPageRoutes } from '#app/http/sandbox-pages.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { newId } from '#server/db/id.ts'
import { openSandbox, testPaymentOutcomes } from '#server/payments/sandbox/sandbox.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const now = new Date('2026-05-01T12:00:00Z')
const origin = 'http://localhost'

async function newPayment({ STAGING = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-sandbox-'))
  const events: string[] = []
  const sandbox = openSandbox({
    folder,
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
    clock: () => now,
    late: 40,
    payPage: ({ id }) => `${origin}/sandbox/pay/${id}`,
    deliver: async ({ body }) => {
      events.push(JSON.parse(body).type)
      return 200
    },
  })
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const websiteId = newId()
  const { id } = await sandbox.provider.openSession({
    checkoutId: newId(),
    websiteId,
    reference: 'K7Q2-9XWM-4TPA',
    currency: 'GBP',
    locale: 'en-GB',
    lines: [
      { name: 'Night <Ferry>', unitAmount: 1_800, quantity: 2 },
      { name: 'Post', unitAmount: 395, quantity: 1 },
    ],
    email: 'ann@example.com',
    expiresAt: new Date(+now + 31 * 60_000),
    successUrl: `${origin}/payment/confirm?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/checkout?cancelled=K7Q2`,
  })
  const app = (siteId: string, open: typeof sandbox | null = sandbox) =>
    new Hono<{ Variables: { requestContext: RequestContext } }>()
      .use(async (c, next) => {
        const site = { ...siteWithDefaults(minimalSite({ name: 'A site' })), siteId }
        c.set('requestContext', { site, origin, requestId: 'test', address: '127.0.0.1' })
        await next()
      })
      .route(
        '/',
        sandboxPageRoutes({
          sandbox: open,
          config: { STAGING },
          currentSite: async (starter) => ({ ...starter, name: 'Its own name', locale: 'de-DE' }),
        }),
      )
  const path = `/sandbox/pay/${id}`
  const choose = (how: string, from = origin) =>
    app(websiteId).request(path, { method: 'POST', headers: { origin: from }, body: new URLSearchParams({ how }) })
  const look = async (siteId = websiteId, open: typeof sandbox | null = sandbox) => app(siteId, open).request(path)
  return { id, choose, look, events, sandbox }
}

test('the sandbox payment page stops reading a form that is too long', async () => {
  const { choose } = await newPayment()
  const answer = await choose('x'.repeat(1_001))
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
})

test('the sandbox payment page lists the items and offers every payment outcome', async () => {
  const { look, id } = await newPayment()
  const answer = await look()
  const page = await answer.text()
  expect(page).toContain('2 × Night &lt;Ferry&gt;')
  for (const how of [...testPaymentOutcomes, 'three-d-secure']) expect(page).toContain(`value="${how}"`)
  expect(page).toContain(`href="${origin}/checkout?cancelled=K7Q2"`)
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(page).not.toContain('ann@example.com')
  expect(page).toContain(id)
})

test('shows the payment page with the name and locale that the owner has set', async () => {
  const { look, choose } = await newPayment()
  const page = await (await look()).text()
  expect(page).toContain('<header>Its own name</header>')
  expect(page).toContain('Pay 39,95')
  expect(await (await choose('three-d-secure')).text()).toContain('to Its own name.')
})

test('shows the banner of a trial installation on every page, and only there', async () => {
  const banner = '<aside aria-label="Trial installation">This is a trial of a website.'
  const trial = await newPayment({ STAGING: true })
  const answers = [await trial.look(), await trial.choose('declined'), await trial.choose('three-d-secure')]
  await trial.sandbox.provider.closeSession(trial.id)
  for (const answer of [...answers, await trial.look()]) expect(await answer.text()).toContain(banner)
  const { look } = await newPayment()
  expect(await (await look()).text()).not.toContain('<aside')
})

const completed = 'checkout.session.completed'

test.each([
  ['succeeds', [completed]],
  ['twice', [completed, completed]],
  ['webhook-late', [completed]],
  ['webhook-never', []],
  ['bank', [completed, 'checkout.session.async_payment_succeeded']],
  ['bank-fails', [completed, 'checkout.session.async_payment_failed']],
])('choosing "%s" redirects to the shop and sends the events %j', async (how, messages) => {
  const { choose, look, events, id, sandbox } = await newPayment()
  const answer = await choose(how)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`${origin}/payment/confirm?session_id=${id}`)
  await expect.poll(() => events).toEqual(messages)
  const isEmpty = how === 'bank-fails'
  const page = await (await look()).text()
  expect(page.includes('This has been paid')).toBe(!isEmpty)
  expect(page.includes('There was no money in the account. Nothing was charged.')).toBe(isEmpty)
  expect((await choose('succeeds')).status).toBe(isEmpty ? 200 : 303)
  expect(await sandbox.provider.session(id)).toMatchObject({ state: 'complete', isPaid: !isEmpty })
})

test('accepts another card after a declined one, and offers 3-D Secure', async () => {
  const { choose, events, sandbox, id } = await newPayment()
  expect(await (await choose('declined')).text()).toContain('Your card was declined.')
  expect(await (await choose('three-d-secure')).text()).toContain('Is it you?')
  expect(await sandbox.provider.session(id)).toMatchObject({ state: 'open' })
  expect(events).toEqual([])
  expect((await choose('succeeds')).status).toBe(303)
})

test('refuses to pay a cancelled session', async () => {
  const { choose, look, sandbox, id } = await newPayment()
  await sandbox.provider.closeSession(id)
  expect(await (await choose('succeeds')).text()).toContain('Nothing was charged.')
  expect(await (await look()).text()).toContain('This payment has ended')
})

test('serves the pages only on their own site and origin, and not when Stripe is configured', async () => {
  const { choose, look, sandbox, id } = await newPayment()
  expect((await look(newId())).status).toBe(404)
  expect((await look(undefined, null)).status).toBe(404)
  expect((await choose('succeeds', 'https://elsewhere.example')).status).toBe(403)
  expect((await choose('a stolen card')).status).toBe(400)
  expect(await sandbox.provider.session(id)).toMatchObject({ state: 'open' })
})
