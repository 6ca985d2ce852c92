import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ListedMessageAnswer, OpenedMessageAnswer } from '#api/admin/messages.ts'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { newId } from '#server/db/id.ts'
import { mails } from '#server/mail/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const form = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'A question',
  message: 'Do you play in Bremen?',
}
type List = { messages: ListedMessageAnswer[]; total: number; unread: number; mailsAreFiles: boolean }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { mailsOf } = await openAccounts(database)

  async function newTestSite(
    email: string | null = 'owner@site.example',
    deps: Parameters<typeof createTestApi>[4] = {},
  ) {
    const site = await createTestSite(database)
    const contactService = testContactService()
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const api = createTestApi(database, site, actor, {}, { contactService, site: { contact: { email } }, ...deps })
    const post = (path: string, body?: object) =>
      api.request(`/api/admin/messages${path}`, jsonRequest(body, { headers: { origin: 'http://localhost' } }))
    let received = 0
    const write = (changes: object = {}) =>
      site.as('visitor', (tx) =>
        receiveMessage(tx, contactService(site.websiteId), {
          form: { ...form, ...changes },
          check: { once: newId(), expiresAt: now },
          site: { name: 'A site', locale: 'en-GB' },
          to: 'old@site.example',
          now: new Date(+now + 1_000 * received++),
        }),
      )
    return {
      site,
      post,
      write,
      list: async (search = ''): Promise<List> => (await api.request(`/api/admin/messages${search}`)).json(),
      open: async (...ids: string[]): Promise<OpenedMessageAnswer[]> => (await post('/open', { ids })).json(),
      mail: async () => mailsOf(site),
      mailBecame: (id: string, became: Partial<typeof mails.$inferInsert>) =>
        site.as('worker', (tx) => tx.update(mails).set(became).where(eq(mails.id, id))),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }

  test('lists the newest message first, a page at a time, with sender and subject only', async () => {
    const { write, list, post, log } = await newTestSite()
    const ids = [await write(), await write(), await write({ name: 'Bo', subject: 'Another question' })]
    const first = await list('?size=2')
    expect(first.messages.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(first).toMatchObject({ total: 3, unread: 3 })
    expect((await list('?size=2&page=2')).messages.map(({ id }) => id)).toEqual([ids[0]])
    expect(first.messages.map(({ about }) => about)).toEqual([
      { name: 'Bo', subject: 'Another question' },
      { name: 'Ann Lee', subject: 'A question' },
    ])
    for (const sealed of ['Bremen', 'example.com']) expect(JSON.stringify(first)).not.toContain(sealed)
    expect(await log()).toEqual([])
    await post('/marks', { ids: [ids[1]], read: true })
    const unread = await list('?show=unread')
    expect(unread.messages.map(({ id }) => id)).toEqual([ids[2], ids[0]])
    expect(unread).toMatchObject({ total: 2, unread: 2 })
  })

  test('opens a message on request, and logs who opened it, not its content', async () => {
    const { write, open, log } = await newTestSite()
    const [one, other] = [await write(), await write({ subject: 'Another question' })]
    expect(await open(one)).toEqual([{ id: one, content: form, problem: null }])
    expect((await open(one, other)).map(({ content }) => content?.subject)).toEqual(['Another question', 'A question'])
    const lines = await log()
    expect(lines).toMatchObject([
      { resourceType: 'contact_message', action: 'opened', resourceId: one, details: {} },
      { resourceType: 'contact_message', action: 'opened', details: { messages: [other, one] } },
    ])
    for (const words of ['Ann', 'question', 'Bremen', 'example.com']) expect(JSON.stringify(lines)).not.toContain(words)
  })

  test('lists a message that cannot be decrypted, with the reason instead of its content', async () => {
    const { site, write, open, list, post } = await newTestSite()
    const [lost, fine] = [await write(), await write()]
    await site.as('administrator', (tx) => tx.delete(contactMessages).where(eq(contactMessages.id, lost)))
    await site.as('visitor', (tx) =>
      tx
        .insert(contactMessages)
        .values({ id: lost, content: randomBytes(200), emailIndex: randomBytes(32), receivedAt: now }),
    )
    expect((await list()).messages.map(({ about }) => about?.name ?? null)).toEqual(['Ann Lee', null])
    expect(await open(lost, fine)).toMatchObject([
      { id: fine, content: form },
      { id: lost, content: null, problem: 'This message cannot be read: it was damaged in the database.' },
    ])
    const again = await post(`/${lost}/mail`)
    expect([again.status, (await again.json()).error]).toEqual([409, 'This message cannot be read.'])
  })

  test.each([true, false])('says whether a sent mail is only a file: %s', async (stay) => {
    const { list } = await newTestSite(undefined, { localMails: { stay, remove: async () => {} } })
    expect((await list()).mailsAreFiles).toBe(stay)
  })

  test('marks a message as read and unread, and logs each change once', async () => {
    const { write, list, post, log } = await newTestSite()
    const id = await write()
    const mark = async (read: boolean) => (await post('/marks', { ids: [id], read })).json()
    expect([await mark(true), await mark(true)]).toEqual([{ changed: 1 }, { changed: 0 }])
    expect((await list()).messages[0]!.readAt).toBe(now.toISOString())
    expect(await mark(false)).toEqual({ changed: 1 })
    expect((await list()).messages[0]!.readAt).toBeNull()
    expect((await log()).map(({ action }) => action)).toEqual(['marked_read', 'marked_unread'])
  })

  test('deletes a message together with its failed mail', async () => {
    const { site, write, list, post, mailBecame } = await newTestSite()
    const id = await write()
    await mailBecame(id, { state: 'failed' })
    expect(await (await post('/bulk-delete', { ids: [id] })).json()).toMatchObject({ changed: 1 })
    expect((await list()).total).toBe(0)
    const [mail] = await site.as('worker', (tx) => tx.select().from(mails))
    expect(mail!.content).toBeNull()
  })

  test('shows the state of the mail, and resends a failed one to the current address', async () => {
    const { write, list, post, mail, mailBecame, log } = await newTestSite()
    const id = await write()
    const state = async () => (await list()).messages[0]!.mail
    expect(await state()).toBe('queued')
    expect((await post(`/${id}/mail`)).status).toBe(409)
    await mailBecame(id, { state: 'failed', attempts: 9, failure: 'The mail server could not be reached.' })
    expect(await state()).toBe('failed')
    expect((await post(`/${id}/mail`)).status).toBe(200)
    expect(await state()).toBe('queued')
    expect(await mail()).toMatchObject([{ to: 'owner@site.example', replyTo: 'ann@example.com' }])
    await mailBecame(id, { state: 'sent', sentAt: now, content: null })
    expect((await post(`/${id}/mail`)).status).toBe(409)
    expect((await log()).map(({ action }) => action)).toEqual(['sent_again'])
  })

  test('refuses to resend a mail that the mail server may have accepted', async () => {
    const { write, post, mailBecame } = await newTestSite()
    const id = await write()
    await mailBecame(id, { state: 'failed', handedOverAt: now, content: null })
    const answer = await post(`/${id}/mail`)
    expect([answer.status, (await answer.json()).reason]).toEqual([409, 'mail-not-retried'])
  })

  test('refuses to resend on a site without a contact address, and names the setting', async () => {
    const { write, post } = await newTestSite(null)
    const answer = await post(`/${await write()}/mail`)
    expect([answer.status, (await answer.json()).error]).toEqual([
      409,
      'This site has no contact address. Please enter one under Settings, Site information.',
    ])
  })

  test('answers 404 for messages of another website', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    const id = await theirs.write()
    for (const path of ['/open', '/bulk-delete']) expect((await mine.post(path, { ids: [id] })).status, path).toBe(404)
    expect((await mine.post('/marks', { ids: [id], read: true })).status).toBe(404)
    expect((await mine.post(`/${id}/mail`)).status).toBe(404)
    expect(await mine.list()).toMatchObject({ messages: [], total: 0, unread: 0 })
    expect((await theirs.list()).total).toBe(1)
  })

  test('message routes refuse malformed and unknown ids', async () => {
    const { post, write } = await newTestSite()
    const id = await write()
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: Array(101).fill(id) }])
      expect((await post('/open', body)).status).toBe(422)
    expect((await post('/bulk-delete', { ids: [id, newId()] })).status).toBe(404)
    expect((await post('/marks', { ids: [id] })).status).toBe(422)
    expect((await post('/nonsense/mail')).status).toBe(404)
  })
})
