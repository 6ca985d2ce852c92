import { createServer, type RequestListener } from 'node:http'
import type { Challenge } from 'altcha-lib'
import { like } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contactRateLimits } from '#domain/contact/contact.ts'
import { contactServiceTexts } from '#domain/texts/contact.ts'
import { defaultProofOfWork, type ProofOfWorkRange } from '#server/contact/altcha.ts'
import { messagesOfCustomer } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { TurnstileOptions } from '#server/contact/turnstile.ts'
import { rateLimits } from '#server/limits/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { solveContactChallenge, testContactService } from '#tests/fixtures/contact.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

/** altcha-lib reads the system clock. */
const now = new Date()

const form = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'A question',
  message: 'Do you play in Bremen?\n\nI hope so.',
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { mailsOf } = await openAccounts(database)

  async function newForm({
    email = 'owner@site.example' as string | null,
    clock = () => now,
    turnstile = null as TurnstileOptions | null,
    effort = undefined as ProofOfWorkRange | undefined,
  } = {}) {
    const site = await createTestSite(database)
    const service = testContactService(turnstile, effort)
    const context = { contactService: service, clock, site: { contact: { email }, hosts: ['site.example'] } }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, context)
    const { publicKey } = await (await api.request('/api/contact')).json()
    const send = (changes: object = {}, headers: Record<string, string> = {}, address?: string) => {
      const body = { ...form, contactEmail: 'x@y.example', websiteId: site.websiteId, ...changes }
      const authorization = `Bearer ${publicKey}`
      return api.request(
        '/functions/v1/contact-form',
        jsonRequest(body, { headers: { authorization, ...headers } }),
        address,
      )
    }
    const stored = () => site.as('administrator', (tx) => tx.select().from(contactMessages))
    const challenge = async () => (await (await api.request('/api/contact/challenge')).json()) as Challenge
    return {
      site,
      service: service(site.websiteId),
      send,
      stored,
      challenge,
      token: async () => solveContactChallenge(await challenge()),
    }
  }

  test('stores a message sealed and mails it to the owner only', async () => {
    const { site, service, send, stored, token } = await newForm()
    const answer = await send({ turnstileToken: await token() })
    expect(answer.status).toBe(200)
    const { success, messageId } = await answer.json()
    const [row, ...more] = await stored()
    expect([success, messageId, more]).toEqual([true, row!.id, []])
    expect(JSON.stringify([...row!.content])).not.toContain(JSON.stringify([...Buffer.from('Bremen')]).slice(1, -1))
    const index = service.blindIndex(site.websiteId, 'Ann@Example.com')
    expect(await site.as('worker', (tx) => messagesOfCustomer(tx, service, index))).toEqual([
      { ...form, receivedAt: now },
    ])
    const mails = await mailsOf(site)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: 'owner@site.example', replyTo: 'ann@example.com' })
    expect(mails[0]!.subject).toMatch(/: A question$/)
    for (const words of ['Ann Lee', 'Do you play in Bremen?', 'I hope so.']) expect(mails[0]!.text).toContain(words)
  })

  test('accepts a proof of work of the standard difficulty', async () => {
    const { send, token } = await newForm({ effort: defaultProofOfWork })
    const turnstileToken = await token()
    const { solution } = JSON.parse(Buffer.from(turnstileToken, 'base64').toString())
    expect(solution.counter).toBeGreaterThanOrEqual(1_500)
    expect((await send({ turnstileToken })).status).toBe(200)
  })

  test('accepts a human check once, also in ten concurrent requests', async () => {
    const { send, stored, token } = await newForm()
    const turnstileToken = await token()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send({ turnstileToken, email: `ann${n}@example.com` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
    expect(await stored()).toHaveLength(1)
  })

  test('rejects a used human check in another encoding', async () => {
    const { send, stored, token } = await newForm()
    const turnstileToken = await token()
    expect((await send({ turnstileToken })).status).toBe(200)
    const { challenge, solution } = JSON.parse(Buffer.from(turnstileToken, 'base64').toString())
    const again = [
      `${turnstileToken} `,
      Buffer.from(JSON.stringify({ solution, challenge }, null, 2)).toString('base64'),
      Buffer.from(JSON.stringify({ challenge, solution, x: 1 })).toString('base64'),
    ]
    for (const rewritten of again) expect((await send({ turnstileToken: rewritten })).status).toBe(403)
    expect(await stored()).toHaveLength(1)
  })

  test('rejects a foreign, expired or missing human check and stores nothing', async () => {
    let time = now
    const { send, stored, token, challenge } = await newForm({ clock: () => time })
    const elsewhere = await newForm()
    const foreign = await elsewhere.token()
    const old = await token()
    const easy = await challenge()
    easy.parameters.keyPrefix = '0'
    const cheap = await solveContactChallenge(easy)
    expect(await (await send({ turnstileToken: '' })).json()).toMatchObject({
      error: 'Security verification pending. Please wait a moment and try again.',
    })
    time = new Date(+now + 301_000)
    const worthless = [foreign, old, cheap, 'nonsense', Buffer.from('{}').toString('base64'), 'x'.repeat(3000)]
    for (const [n, turnstileToken] of worthless.entries())
      expect((await send({ turnstileToken, email: `ann${n}@example.com` })).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('validates every field and names the invalid ones', async () => {
    const { send, stored, token } = await newForm()
    const answer = await send({
      turnstileToken: await token(),
      name: 'A',
      email: 'a@b',
      subject: 'x',
      message: 'short',
    })
    expect(answer.status).toBe(422)
    expect((await answer.json()).fields).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      subject: 'Subject must be at least 5 characters',
      message: 'Message must be at least 10 characters',
    })
    expect((await send({ name: { $ne: 1 } })).status).toBe(422)
    expect((await send({ subject: 'Hello\r\nBcc: bob@example.com' })).status).toBe(422)
    expect(await stored()).toEqual([])
  })

  test('rejects a message without the public key or for another site', async () => {
    const { send, stored, token } = await newForm()
    const turnstileToken = await token()
    for (const authorization of ['', 'Bearer', 'Bearer pk_wrong', 'Basic x']) {
      const answer = await send({ turnstileToken }, { authorization })
      expect(answer.status).toBe(401)
      const { error } = await answer.json()
      expect(error).toBe('This page is out of date. Please reload it and send your message again.')
    }
    const other = await createTestSite(database)
    expect((await send({ turnstileToken, websiteId: other.websiteId })).status).toBe(404)
    expect((await send({ turnstileToken }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(await stored()).toEqual([])
  })

  test('answers 503 when the site has no contact address', async () => {
    const { send, token } = await newForm({ email: null })
    const answer = await send({ turnstileToken: await token() })
    expect(answer.status).toBe(503)
    expect((await answer.json()).error).toBe('The email service is not properly configured. Please try again later.')
  })

  test('limits failed attempts per visitor', async () => {
    const { send, token } = await newForm()
    const max = contactRateLimits.fromAddress.max
    for (let n = 0; n < max - 1; n++) expect((await send({ turnstileToken: 'x' })).status).toBe(403)
    expect((await send({ turnstileToken: await token() })).status).toBe(200)
    expect((await send({ turnstileToken: 'x' })).status).toBe(429)
  })

  test('answers 503 when the message cannot be stored', async () => {
    const { send, stored, token, service } = await newForm()
    service.sealer.seal = () => {
      throw new Error('the key is gone')
    }
    const answer = await send({ turnstileToken: await token() })
    expect(answer.status).toBe(503)
    expect((await answer.json()).error).toBe(contactServiceTexts.notSent)
    expect(await stored()).toEqual([])
  })

  describe('where Turnstile is configured', () => {
    const verdict = { success: true, hostname: 'site.example', action: 'contact_form', challenge_ts: now.toISOString() }

    /** A stand-in for Cloudflare. */
    async function newTurnstile(listener: RequestListener, timeoutMs = 10_000) {
      const server = createServer(listener).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
      return newForm({ turnstile: { siteKey: 'key', secret: 'hush', endpoint, timeoutMs } })
    }
    const saying = (body: object | string, status = 200): RequestListener => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }

    test('a valid Turnstile token is accepted once for a contact message', async () => {
      const { send, stored } = await newTurnstile(saying(verdict))
      const answers = await Promise.all(Array.from({ length: 5 }, () => send({ turnstileToken: 'token' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
      expect(await stored()).toHaveLength(1)
    })

    test('limits the messages of one sender', async () => {
      const { send } = await newTurnstile(saying(verdict))
      const statuses: number[] = []
      for (let n = 0; n <= contactRateLimits.ofSender.max; n++)
        statuses.push((await send({ turnstileToken: `token ${n}` })).status)
      expect(statuses).toEqual([...Array(contactRateLimits.ofSender.max).fill(200), 429])
    })

    test('limits the messages to one site within an hour, and to no other site', async () => {
      const { site, send, stored } = await newTurnstile(saying(verdict))
      const elsewhere = await newTurnstile(saying(verdict))
      let [address, sender] = [0, 0]
      /** Each message has a new sender and IP address. */
      const write = (form: Pick<typeof elsewhere, 'send'>) => {
        const turnstileToken = `token ${++sender}`
        return form.send({ turnstileToken, email: `fan-${sender}@example.com` }, {}, `203.0.113.${++address}`)
      }
      expect((await write({ send })).status).toBe(200)
      const { key } = rateLimits
      await site.as('auth_service', (tx) =>
        tx
          .update(rateLimits)
          .set({ count: contactRateLimits.ofSite.max - 1 })
          .where(like(key, `${contactRateLimits.ofSite.name}:%`)),
      )
      const answers = [await write({ send }), await write({ send })]
      expect(answers.map(({ status }) => status)).toEqual([200, 429])
      expect(await stored()).toHaveLength(2)
      expect((await write(elsewhere)).status).toBe(200)
    })

    test.each([
      ['says no', { ...verdict, success: false }],
      ['was solved on another site', { ...verdict, hostname: 'evil.example' }],
      ['was solved for another action', { ...verdict, action: 'login' }],
      ['was solved long ago', { ...verdict, challenge_ts: new Date(+now - 301_000).toISOString() }],
    ])('rejects a message when Turnstile %s', async (_, body) => {
      const { send, stored } = await newTurnstile(saying(body))
      expect((await send({ turnstileToken: 'token' })).status).toBe(403)
      expect(await stored()).toEqual([])
    })

    test.each<[string, RequestListener]>([
      ['is broken', saying('oops', 500)],
      ['answers nonsense', saying('<html>')],
      ['hangs', () => {}],
      ['hangs up', (request) => request.socket.destroy()],
    ])('answers 503 when Turnstile %s', async (_, listener) => {
      const { send, stored } = await newTurnstile(listener, 300)
      expect((await send({ turnstileToken: 'token' })).status).toBe(503)
      expect(await stored()).toEqual([])
    })
  })
})
