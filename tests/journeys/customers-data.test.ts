import { createHash } from 'node:crypto'
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { pgliteExtensions } from '#server/db/pglite.ts'
import { type ParsedMessage, parseMessage } from '#server/mail/message.ts'
import { sites as definitions } from '#sites/index.ts'
import { checkAccessibility, inEveryLook, screenshot, visit } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { confirmationHeadersOf, owner, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

/** All mails are sent, so nothing that stays on disk may contain customer data. */
const post = await startSmtpServer()
const app = await startOwnersApp({ LOG_LEVEL: 'debug', SMTP_URL: post.url, MAIL_FROM: 'shop@marlowquay.example' })
const origin = app.address()
const websiteId = createSiteRegistry(definitions).defaultSite.siteId

/** Texts that occur nowhere else. */
const canaries = {
  email: 'kestrel.q7@plover-mail.example',
  name: 'Wilhelmina Heronsgate',
  street: '47 Nightjar Crescent',
  message: 'Does the corncrake sing at your matinee?',
}
/** A customer who asks for erasure. */
const leaver = 'dotterel.w3@plover-mail.example'
const address = { line1: canaries.street, city: 'Harwich', postcode: 'CO12 3HH' }

const get = (path: string) => fetch(origin + path)
const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(origin + path, jsonRequest(body, { headers: { origin, ...headers } }))
  return { status: answer.status, body: await answer.json() }
}

/** The text of the newest mail to a recipient with this subject, once it arrives. */
async function mailTo(email: string, about: RegExp): Promise<string> {
  const isWanted = ({ headers }: ParsedMessage) => {
    const value = (name: string) => headers.find(([each]) => each === name)?.[1] ?? ''
    return value('To').includes(email) && about.test(value('Subject'))
  }
  const find = async () => (await Promise.all(post.received.map(({ bytes }) => parseMessage(bytes)))).findLast(isWanted)
  await expect.poll(find, { message: `a mail to ${email} about ${about}` }).toBeDefined()
  return (await find())!.text ?? ''
}

async function write(email: string, message: string): Promise<void> {
  const { publicKey } = await (await get('/api/contact')).json()
  const challenge = (await (await get('/api/contact/challenge')).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const turnstileToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const form = { name: canaries.name, email, subject: 'A question', message, contactEmail: 'x@y.example', websiteId }
  const authorization = `Bearer ${publicKey}`
  const sent = await send('/functions/v1/contact-form', { ...form, turnstileToken }, { authorization })
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 })
}

type Product = { id: string; isDigital: boolean; variants: unknown[]; isAvailable: boolean }

/** Buys a thing and a download with the sandbox's card, and answers the number of the order. */
async function buy(email: string): Promise<string> {
  const { products } = (await (await get('/api/shop/products')).json()) as { products: Product[] }
  const plain = products.filter(({ variants, isAvailable }) => !variants.length && isAvailable)
  const wanted = [plain.find(({ isDigital }) => !isDigital)!, plain.find(({ isDigital }) => isDigital)!]
  const items = wanted.map(({ id }) => ({ productId: id, variantId: null, quantity: 1 }))
  const customer = { email, name: canaries.name, country: 'GB', address, shippingOption: 'uk-tracked' }
  const begun = await send('/api/shop/checkout', { key: crypto.randomUUID(), items, ...customer })
  const paid = await fetch(begun.body.redirectTo, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ how: 'succeeds' }),
    headers: { origin },
  })
  const session = new URL(paid.headers.get('location')!).searchParams.get('session_id')
  let number: string | undefined
  await expect
    .poll(async () => {
      number = (await (await get(`/api/shop/order?session_id=${session}`)).json()).number
      return number
    })
    .toMatch(/^\d{6}-/)
  return number!
}

test('a buyer tracks an order, and the e-mail address is never sent unhashed', async () => {
  const number = await buy(canaries.email)
  const mail = await mailTo(canaries.email, /^Your order/)
  expect(mail).toContain(number)
  const page = await visit(app, {
    path: `/orders/find?number=${number}`,
    viewport: 'phone',
    reducedMotion: true,
    expected: [/404: POST .*orders\/find/],
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'find-order')
  })
  const find = async (email: string) => {
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Find it' }).click()
  }
  await find('somebody-else@example.com')
  await page.getByRole('alert').getByText('Order not found').waitFor()
  await find(canaries.email)
  const heading = page.getByRole('heading', { level: 1, name: `Order ${number}` })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.locator('[aria-current=step]').textContent()).toBe('Paid')
  await page.locator('[data-download=ready]').first().waitFor()
  const words = (await page.getByRole('main').textContent())!
  for (const canary of Object.values(canaries)) expect(words).not.toContain(canary)
  expect(sent.some((each) => each.includes('/api/orders/find'))).toBe(true)
  expect(sent.join()).not.toMatch(/kestrel/i)
  // Nor by the browser itself before hydration: a field without a name is not sent.
  const html = await (await get('/orders/find')).text()
  expect(html).toMatch(/<input[^>]* type="email"/)
  expect(html).not.toMatch(/<input[^>]* name="email"/)
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'found-order')
  })
})

test('the owner erases a customer once no order is open', async () => {
  const number = await buy(leaver)
  await write(leaver, 'Please forget me.')
  const ask = await ownersApi(app)
  const page = await visit(app, {
    path: '/admin/settings?tab=privacy',
    viewport: 'desktop',
    reducedMotion: true,
    browser: await ownersBrowser(app),
  })
  const look = async () => {
    await page.getByLabel('Customer’s email').fill(leaver)
    await page.getByRole('button', { name: 'Show stored data' }).click()
  }
  await look()
  await page.getByRole('alert').getByText(`has an unfinished order (${number})`).waitFor()
  const { id, sequence } = await ask<{ id: string; sequence: number }>('GET', `/api/admin/orders/${number}`)
  await ask('POST', `/api/admin/orders/${id}/status`, { to: 'cancelled', sequence })
  await look()
  await page.getByText(number).waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'erase-customer')
  })
  await page.getByRole('button', { name: 'Erase this customer' }).click()
  await page.getByRole('alertdialog').getByLabel('Current password').fill(owner.password)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase this customer' }).click()
  await page.getByText('The customer is erased.').waitFor()
  await look()
  await page.getByText('Nothing is stored for this address.').waitFor()
})

/**
 * A text as it may be written: plain in two ways, as in an address, as digits, or as letters of base64 wherever it begins
 * in there.
 */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 4) / 3), -4),
  )
  const inAddress = [encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')]
  const inUtf16 = Buffer.from(text, 'utf16le').toString('latin1')
  return [text, inUtf16, ...inAddress, bytes.toString('hex'), ...inBase64].map((form) => form.toLowerCase())
}

const wanted = [...Object.values(canaries), leaver].flatMap(formsOf)
const foundIn = (text: string) => wanted.filter((form) => text.toLowerCase().includes(form))

/** Every file of a folder. Prepared picture variants are in a folder that all tests share: a link. */
function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const about = lstatSync(path)
    if (about.isDirectory()) yield* filesIn(path)
    else if (about.isFile()) yield path
  }
}

/** Every row of every table, the jobs' too, as text. */
async function dump(folder: string): Promise<string> {
  const copy = `${folder}-copy`
  cpSync(join(folder, 'db'), copy, { recursive: true })
  const pglite = await PGlite.create({ dataDir: copy, extensions: pgliteExtensions })
  try {
    const tables = await pglite.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`)
    let text = ''
    for (const { name } of tables.rows) {
      const { rows } = await pglite.query<{ row: string }>(`select r::text as row from ${name} r`)
      text += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`
    }
    return text
  } finally {
    await pglite.close()
    rmSync(copy, { recursive: true, force: true })
  }
}

/** A file, as the owner's browser fetches it. */
async function ownersFile(path: string): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/sign-in`, jsonRequest(owner, { headers: { origin } }))
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const session = cookie.join('; ')
  const confirmed = await confirmationHeadersOf(origin, session)
  return (await fetch(origin + path, { headers: { cookie: session, ...confirmed } })).text()
}

type OrderSeen = { id: string; number: string; sequence: number }

/** The owner looks for a customer's orders, ships one and cancels the other, and a mail is refused on the way. */
async function workOnOrders(ask: Awaited<ReturnType<typeof ownersApi>>): Promise<void> {
  const { orders } = await ask<{ orders: OrderSeen[] }>(
    'GET',
    `/api/admin/orders?q=${encodeURIComponent(canaries.email)}`,
  )
  expect(orders).toHaveLength(2)
  const order_ids = orders.map(({ id }) => id)
  const opened = await ask('POST', '/api/privacy/decrypt-orders-batch', { order_ids, website_id: websiteId })
  expect(JSON.stringify(opened)).toContain(canaries.street)
  expect(await ownersFile('/api/admin/orders/export.csv?customers=include')).toContain(canaries.email)

  const [sent, cancelled] = await Promise.all(
    orders.map(({ number }) => ask<OrderSeen>('GET', `/api/admin/orders/${number}`)),
  )
  const parcel = { carrier: 'Royal Mail', number: 'RM123456789GB', sequence: sent!.sequence }
  await ask('PUT', `/api/admin/orders/${sent!.id}/tracking`, parcel)
  await mailTo(canaries.email, /has been shipped/)
  // Its error names the unknown recipient, as mail servers do.
  post.answer({ RCPT: `550 5.1.1 <${canaries.email}>: ${canaries.name} of ${canaries.street} is not known here` })
  await ask('POST', `/api/admin/orders/${sent!.id}/mails`, { mail: 'confirmation' })
  await expect.poll(app.log).toContain('a mail was given up')
  post.answer({})

  await ask('POST', `/api/admin/orders/${cancelled!.id}/status`, { to: 'cancelled', sequence: cancelled!.sequence })
  await mailTo(canaries.email, /cancelled/)
}

test('no file or log of the server contains customer data', async () => {
  const number = await buy(canaries.email)
  await write(canaries.email, canaries.message)
  await mailTo('hello@marlowquay.example', /A question/)
  const ask = await ownersApi(app)
  const order = await ask<{ id: string }>('GET', `/api/admin/orders/${number}`)
  const decrypted = await ask('POST', '/api/privacy/decrypt-order', { order_id: order.id, website_id: websiteId })
  expect(JSON.stringify(decrypted)).toContain(canaries.street)
  const { messages } = await ask<{ messages: { id: string }[] }>('GET', '/api/admin/messages')
  const opened = await ask('POST', '/api/admin/messages/open', { ids: messages.map(({ id }) => id) })
  expect(JSON.stringify(opened)).toContain(canaries.message)
  // A copy of the data, from the question to the file.
  await send('/api/privacy/exports', { email: canaries.email })
  const [, token] = /verify-export\/([\w-]{43})/.exec(await mailTo(canaries.email, /^Your data/))!
  const { body: made } = await send(`/api/privacy/exports/${token}/confirm`, {})
  const file = await (await get(`/api/privacy/exports/files/${made.fileToken}`)).text()
  for (const canary of Object.values(canaries)) expect(file).toContain(canary)
  await workOnOrders(ask)
  // And in unusual places.
  const [email, name, street] = [canaries.email, canaries.name, canaries.street].map(encodeURIComponent)
  await get(`/contact?email=${email}&name=${name}`)
  await get(`/payment/confirm?reference=${street}`)
  await get(`/api/${email}`)
  await send('/api/orders/find', { orderNumber: canaries.email, emailHash: canaries.email })
  await send('/api/orders/find', {
    orderNumber: number,
    emailHash: createHash('sha256').update(canaries.email).digest('hex'),
  })
  await send('/api/shop/checkout', { ...canaries, items: canaries.name })
  await app.stop()

  expect(foundIn(app.log())).toEqual([])
  const text = await dump(app.folder)
  expect(text).toContain(number)
  expect(text).toContain('order-mails')
  expect(foundIn(text)).toEqual([])
  const found: string[] = []
  for (const path of filesIn(app.folder))
    if (foundIn(readFileSync(path, 'latin1')).length || foundIn(path).length) found.push(relative(app.folder, path))
  expect(found).toEqual([])
})
