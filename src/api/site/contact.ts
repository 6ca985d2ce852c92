import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, withContactKey } from '#api/guards.ts'
import { contactProblems, contactRateLimits, normalizeContactForm } from '#domain/contact/contact.ts'
import { contactCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'

export const HumanCheckAnswer = z.union([
  z.strictObject({ provider: z.literal('altcha') }),
  z.strictObject({ provider: z.literal('turnstile'), siteKey: z.string() }),
])

const ContactFormSettings = z.strictObject({
  publicKey: z.string(),
  email: z.string().nullable(),
  humanCheck: HumanCheckAnswer,
})

/** The challenge format of ALTCHA. */
export const AltchaChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    expiresAt: z.int(),
    nonce: z.string(),
    salt: z.string(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.strictObject({ action: z.string(), site: z.uuid() }),
  }),
  signature: z.string(),
})

export const contactRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    anyone(),
    answers(
      'Returns the public key, the contact address and the human check of the contact form.',
      ContactFormSettings,
    ),
    async (c) => {
      const { contactService } = c.var.services
      const { site } = c.var
      return c.json({
        publicKey: contactService.publicKey,
        email: site.contact.email,
        humanCheck: contactService.check.offer,
      })
    },
  )
  .get(
    '/challenge',
    anyone(),
    answers('Returns a proof-of-work challenge for the browser.', AltchaChallenge),
    async (c) => {
      const { site, now, auth } = c.var
      const { contactService } = c.var.services
      if (!contactService.check.challenge) throw new Refusal('not-found')
      await enforceLimits(auth, [accountLimitKey(auth, contactRateLimits.challengesFromAddress, auth.address)])
      c.header('cache-control', 'no-store')
      return c.json(await contactService.check.challenge({ websiteId: site.siteId, action: contactCheckAction, now }))
    },
  )

/**
 * The fields that the specification names. Any client with the public key of the site may send them. Lengths are checked
 * by `contactProblems`, which has the specified sentences.
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

const MessageReceived = z.strictObject({ success: z.literal(true), messageId: z.uuid() })

export const contactFormFunctionRoutes = new Hono<ApiEnv>().post(
  '/contact-form',
  anyone(),
  body(ContactRequest),
  withContactKey(),
  answers('Stores the message and queues its mail to the owner.', MessageReceived),
  async (c) => {
    const { site, now, auth } = c.var
    const { contactService } = c.var.services
    const { turnstileToken: token, websiteId, ...typed } = c.req.valid('json')
    if (websiteId !== site.siteId) throw new Refusal('not-found')
    const fields = contactProblems(typed)
    if (Object.keys(fields).length) throw new Refusal('invalid', { fields })
    if (!token) throw new Refusal('human-check-pending')
    const to = site.contact.email
    if (!to) throw new Refusal('contact-not-configured')
    const form = normalizeContactForm(typed)
    await enforceLimits(auth, [accountLimitKey(auth, contactRateLimits.fromAddress, auth.address)])
    const checkContext = { websiteId, hosts: hostNamesOf(site), address: auth.address, action: contactCheckAction, now }
    const check = await contactService.check.verify(token, checkContext)
    // Counted after the check, so that bots do not use up the limits of visitors.
    await enforceLimits(auth, [
      accountLimitKey(auth, contactRateLimits.ofSender, form.email.toLowerCase()),
      accountLimitKey(auth, contactRateLimits.ofSite, site.siteId),
    ])
    const received = { form, check, site, to, now }
    const messageId = await c.var
      .asVisitor((tx) => receiveMessage(tx, contactService, received))
      .catch((error) => {
        if (error instanceof Refusal && error.reason !== 'unavailable' && error.reason !== 'storage-full') throw error
        c.var.log.error({ err: error }, 'failed to store a contact message')
        throw new Refusal('contact-not-sent')
      })
    return c.json({ success: true as const, messageId })
  },
)
