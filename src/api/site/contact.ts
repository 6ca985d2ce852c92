import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { cleanContact, contactProblems } from '#domain/contact/form.ts'
import { humanCheckAction } from '#domain/contact/human-check.ts'
import { contactRates } from '#domain/contact/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostsOf } from '#domain/sites/host-name.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { receiveMessage } from '#server/contact/actions.ts'

export const HumanCheckAnswer = z.union([
  z.strictObject({ provider: z.literal('altcha') }),
  z.strictObject({ provider: z.literal('turnstile'), siteKey: z.string() }),
])

const ContactOffer = z.strictObject({
  publicKey: z.string(),
  email: z.string().nullable(),
  humanCheck: HumanCheckAnswer,
})

/** As ALTCHA has it. */
export const Challenge = z.strictObject({
  parameters: z.strictObject({
    ...{ algorithm: z.string(), cost: z.int(), keyLength: z.int(), expiresAt: z.int() },
    ...{ nonce: z.string(), salt: z.string(), keyPrefix: z.string(), keySignature: z.string() },
    data: z.strictObject({ action: z.string(), site: z.uuid() }),
  }),
  signature: z.string(),
})

/** What the contact page needs before anybody writes. */
export const contact = new Hono<ApiEnv>()
  .get('/', anyone(), answers('What a contact form of this site needs.', ContactOffer), async (c) => {
    const { contactService } = c.var
    const site = await c.var.siteNow()
    return c.json({
      publicKey: contactService.publicKey,
      email: site.contact.email,
      humanCheck: contactService.check.offer,
    })
  })
  .get('/challenge', anyone(), answers('Something for a browser to solve.', Challenge), async (c) => {
    const { site, now, auth, contactService } = c.var
    if (!contactService.check.challenge) throw new Refusal('not-found')
    await countTry(auth, [counting(auth, contactRates.challengesFromAddress, auth.address)])
    c.header('cache-control', 'no-store')
    return c.json(await contactService.check.challenge({ websiteId: site.siteId, action: humanCheckAction, now }))
  })

/**
 * Exactly what the specification names; anybody with the public key of the site may send it. How long each text may be
 * is said in the form's own words.
 */
const ContactRequest = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  turnstileToken: z.string().max(4_000).default(''),
  contactEmail: z.string().max(1_000).optional(),
  websiteId: z.string().max(100),
})

const Received = z.strictObject({ success: z.literal(true), messageId: z.uuid() })

export const contactFunction = new Hono<ApiEnv>().post(
  '/contact-form',
  anyone(),
  body(ContactRequest),
  answers('The message was received: it is stored, and its mail is on the way.', Received),
  async (c) => {
    const { site, now, auth, contactService } = c.var
    if (!holdsKey(c.req.header('authorization'), contactService.publicKey)) throw new Refusal('not-signed-in')
    const { turnstileToken: token, websiteId, ...typed } = c.req.valid('json')
    if (websiteId !== site.siteId) throw new Refusal('not-found')
    const fields = contactProblems(typed)
    if (Object.keys(fields).length) throw new Refusal('invalid', { fields })
    if (!token) throw new Refusal('human-check-pending')
    const to = (await c.var.siteNow()).contact.email
    if (!to) throw new Refusal('contact-not-configured')
    const form = cleanContact(typed)
    await countTry(auth, [counting(auth, contactRates.fromAddress, auth.address)])
    const place = { websiteId, hosts: hostsOf(site), address: auth.address, action: humanCheckAction, now }
    const check = await contactService.check.verify(token, place)
    // Only now: whoever is no human must not use up what others may still write.
    await countTry(auth, [
      counting(auth, contactRates.ofSender, form.email.toLowerCase()),
      counting(auth, contactRates.ofSite, site.siteId),
    ])
    const received = { form, check, site, to, now }
    const messageId = await c.var
      .asVisitor((tx) => receiveMessage(tx, contactService, received))
      .catch((error) => {
        if (error instanceof Refusal && error.reason !== 'unavailable' && error.reason !== 'storage-full') throw error
        c.var.log.error({ err: error }, 'a message could not be stored')
        throw new Refusal('contact-not-sent')
      })
    return c.json({ success: true as const, messageId })
  },
)

function holdsKey(header: string | undefined, publicKey: string): boolean {
  const [scheme, shown = ''] = header?.split(' ') ?? []
  const [a, b] = [Buffer.from(shown), Buffer.from(publicKey)]
  return scheme?.toLowerCase() === 'bearer' && a.length === b.length && timingSafeEqual(a, b)
}
