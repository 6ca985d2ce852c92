import { createHash, randomUUID } from 'node:crypto'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect } from 'vitest'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { owner } from '#tests/journeys/owner.ts'
import type { HttpAnswer, HttpClient, HttpClientRequest } from '#tests/scale/browser.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function signInClient(browser: HttpClient): Promise<HttpClient> {
  const entered = await browser.ask('/api/auth/sign-in', { body: owner })
  expect(entered.status, entered.text).toBe(200)
  return browser
}

/** The confirmation header that a request carries after the password was entered. */
export async function confirmationHeaders(
  browser: HttpClient,
  currentPassword: string,
): Promise<Record<string, string>> {
  const answer = await browser.ask('/api/auth/confirmation', { body: { currentPassword } })
  expect(answer.status, answer.text).toBe(200)
  return { [confirmationHeader]: answer.json<{ token: string }>().token }
}

export const siteOf = async (browser: HttpClient) => (await browser.ask('/api/site')).json<{ siteId: string }>().siteId

type Product = { id: string; productType: string; isAvailable: boolean; price: number }

/** Something to download that is sold here. */
export async function findSongProduct(browser: HttpClient): Promise<Product> {
  const { products } = (await browser.ask('/api/shop/products?q=')).json<{ products: Product[] }>()
  return products.find(({ productType, isAvailable }) => productType === 'digital' && isAvailable)!
}

type Upload = { websiteId: string; productId: string; fileName: string; bytes: Buffer; chunkBytes: number }

/** The chunks of a file for sale, each to be sent in whatever order. */
export function chunksOf(browser: HttpClient, { websiteId, productId, fileName, bytes, chunkBytes }: Upload) {
  const sessionId = randomUUID()
  const totalChunks = Math.ceil(bytes.length / chunkBytes)
  const headers = { 'upload-file-sha256': sha256(bytes), 'upload-file-bytes': String(bytes.length) }
  const send = (index: number): Promise<HttpAnswer> => {
    const body = new FormData()
    const fields = { sessionId, chunkIndex: index, totalChunks, fileName, websiteId, productId, fileType: 'tracks' }
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
    body.append('chunk', new Blob([Uint8Array.from(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes))]))
    return browser.ask('/api/upload/chunked', { body, headers })
  }
  return { sessionId, totalChunks, send }
}

export type BuyResult = { number: string; downloads: { token: string }[] }

/** Pays with the sandbox's card; answers the order as soon as there is one. */
export async function buyProduct(browser: HttpClient, productId: string, email: string): Promise<BuyResult> {
  const items = [{ productId, variantId: null, quantity: 1 }]
  const customer = { email, name: 'Ann Lee', country: 'GB' }
  const begun = await browser.ask('/api/shop/checkout', { body: { key: randomUUID(), items, ...customer } })
  expect(begun.status, begun.text).toBe(200)
  const { pathname } = new URL(begun.json<{ redirectTo: string }>().redirectTo)
  const paid = await browser.ask(pathname, { body: new URLSearchParams({ how: 'succeeds' }) })
  expect(paid.status, paid.text).toBe(303)
  const { search } = new URL(paid.headers.location!)
  const order = () => browser.ask(`/api/shop/order${search}`)
  await expect.poll(async () => (await order()).status).toBe(200)
  return (await order()).json<BuyResult>()
}

/** A message to the site's owner as its contact page has it, ready to be sent. */
export async function contactFormRequest(
  browser: HttpClient,
  form: { email: string; message: string },
): Promise<HttpClientRequest> {
  const { publicKey } = (await browser.ask('/api/contact')).json<{ publicKey: string }>()
  const challenge = (await browser.ask('/api/contact/challenge')).json<Challenge>()
  const solution = await solveChallenge({ challenge, deriveKey })
  const turnstileToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const about = { name: 'Ann Lee', subject: 'A question', websiteId: await siteOf(browser) }
  return { body: { ...about, ...form, turnstileToken }, headers: { authorization: `Bearer ${publicKey}` } }
}

export const sendContactForm = (browser: HttpClient, written: HttpClientRequest): Promise<HttpAnswer> =>
  browser.ask('/functions/v1/contact-form', written)
