import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect } from 'vitest'
import { contactCheckAction } from '#domain/contact/human-check.ts'
import { createAltchaCheck } from '#server/contact/altcha.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import type { HostileSetup, Id } from '#tests/journeys/hostile-setup.ts'
import { packPayloads, payloads, rowsOfPayloads, toSingleLine } from '#tests/journeys/payloads.ts'
import { asEmail, isEmailLocalPart } from '#tests/journeys/text-fields.ts'

const emails = payloads.filter(isEmailLocalPart).map(asEmail)

export type Purchase = { number: string; reference: string; token: string }

/** The proof of work takes a second or two for each message; with the secret of the server it takes none. */
function easyProof({ folder, websiteId }: HostileSetup) {
  const secret = readFileSync(join(folder, 'secrets/app-secret'), 'utf8').trim()
  const { challenge: next } = createAltchaCheck(createDerivedKeys(secret), { min: 1, max: 2 })
  return async (): Promise<string> => {
    const challenge = (await next!({ websiteId, action: contactCheckAction, now: new Date() })) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
}

/** Sends messages of visitors; returns how many. */
export async function sendHostileMessages(stage: HostileSetup): Promise<number> {
  const { websiteId, visitor } = stage
  const { publicKey } = await visitor()<{ publicKey: string }>('GET', '/api/contact')
  const proof = easyProof(stage)
  const rows = rowsOfPayloads({ name: 50, subject: 100, message: 1_000 })
  for (const [at, row] of rows.entries()) {
    const typed = {
      name: toSingleLine(row.name),
      subject: toSingleLine(row.subject),
      message: row.message.replaceAll(/\p{Cc}/gu, ' '),
    }
    const form = { ...typed, email: emails[at] ?? `writer-${at}@example.com`, turnstileToken: await proof(), websiteId }
    await visitor({ authorization: `Bearer ${publicKey}` })('POST', '/functions/v1/contact-form', form)
  }
  return rows.length
}

const postcodes = packPayloads(16)

type Buyer = ReturnType<typeof buyerOf>

/** Buyers with hostile names and addresses: together they have every payload. */
export const hostileBuyers = (): Buyer[] =>
  rowsOfPayloads({ name: 100, line1: 100, line2: 100, city: 60, region: 60 }).map(buyerOf)

/** Paid orders of them; a few at once. */
export async function placeHostileOrders(
  stage: HostileSetup,
  { record, track, buyers }: { record: Id; track: Id; buyers: Buyer[] },
): Promise<Purchase[]> {
  const waiting = [...buyers]
  const items = [record, track].map(({ id }) => ({ productId: id, variantId: null, quantity: 1 }))
  const orders: Purchase[] = []
  const next = async () => {
    for (let buyer = waiting.shift(); buyer; buyer = waiting.shift())
      orders.push(await bought(stage, { key: crypto.randomUUID(), items, ...buyer }))
  }
  await Promise.all(Array.from({ length: 6 }, next))
  return orders
}

function buyerOf({ name, ...words }: Record<'name' | 'line1' | 'line2' | 'city' | 'region', string>, at: number) {
  const written = Object.fromEntries(Object.entries(words).map(([field, text]) => [field, toSingleLine(text)]))
  // Countries without a known postcode format accept any.
  const postcode = postcodes[at]
  const where = postcode
    ? { country: 'KE', shippingOption: 'world', address: { ...written, postcode } }
    : { country: 'GB', shippingOption: 'uk-tracked', address: { ...written, postcode: 'CO12 3HH' } }
  return { email: emails[at] ?? `buyer-${at}@example.com`, name: toSingleLine(name), ...where }
}

async function bought({ origin, visitor }: HostileSetup, request: object): Promise<Purchase> {
  const ask = visitor()
  const { redirectTo } = await ask<{ redirectTo: string }>('POST', '/api/shop/checkout', request)
  const pays = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how: 'succeeds' }) } as const
  const paid = await fetch(redirectTo, { ...pays, headers: { origin } })
  const session = new URL(paid.headers.get('location')!).searchParams.get('session_id')
  type Placed = { number: string; reference: string; downloads: { token: string }[] }
  const look = () => ask<Placed>('GET', `/api/shop/order?session_id=${session}`)
  await expect.poll(async () => (await look()).number).toMatch(/^\d{6}-/)
  const { number, reference, downloads } = await look()
  return { number, reference, token: downloads[0]!.token }
}
