import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { composeMessage, type Mail, validateMail } from '#server/mail/message.ts'

/** Our mails, read by another parser, which must agree on sender, recipient and content. */
const about = {
  id: '019a8c00-0000-7000-8000-000000000001',
  websiteId: '019a8c00-0000-7000-8000-000000000002',
  from: { name: 'Marlow Quay', address: 'hello@marlow.example' },
  date: new Date('2026-05-01T12:00:00Z'),
}
const plain: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'Good evening.' }

async function read(changes: Partial<Mail>, from = about.from) {
  const { bytes } = await composeMessage(validateMail({ ...plain, ...changes }), { ...about, from })
  return PostalMime.parse(bytes)
}

test('another parser reads sender, recipient, subject and date', async () => {
  const words = { subject: 'Zwölf Nächte – 日本', text: 'Grüße,\nyours\n.\n..\nFrom here', html: '<p>Grüße ✓</p>' }
  const mail = await read({ ...words, replyTo: 'fan@example.org' })
  expect(mail).toMatchObject({
    from: about.from,
    to: [{ address: 'ada@example.com' }],
    replyTo: [{ address: 'fan@example.org' }],
    subject: words.subject,
    date: about.date.toISOString(),
    messageId: `<${about.id}@marlow.example>`,
    attachments: [],
  })
  expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(words.text)
  expect(mail.html?.trimEnd()).toBe(words.html)
})

const breaks = ['\r\n', '\n', '\r', '\0', '\u2028', '\u2029', '\u0085', '\v', '\f', '\r\n ', '\n\t', '%0d%0a', '\\r\\n']
const names = ['from', 'to', 'subject', 'message-id', 'date', 'auto-submitted', 'mime-version', 'content-type'].concat(
  'content-transfer-encoding',
)

test('another parser finds no injected recipient, header or attachment in random mails', async () => {
  const bits = fc.constantFrom(
    ...breaks,
    ...['Bcc: victim@example.net', 'Cc: x@example.net', ':', ' ', ',', ';', '<', '>', '=?utf-8?Q?', '?=', '.', '--'],
    ...['é', '😀', '"', '\\', 'x'],
  )
  const anything = fc.array(bits, { minLength: 1, maxLength: 12 }).map((all) => `s${all.join('')}`)
  await fc.assert(
    fc.asyncProperty(anything, anything, anything, async (subject, text, name) => {
      const mail = await read({ subject, text }, { ...about.from, name })
      expect(mail.to).toEqual([{ name: '', address: 'ada@example.com' }])
      expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
      expect(mail.from?.address).toBe('hello@marlow.example')
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(names.toSorted())
      expect(mail.subject).toBe(validateMail({ ...plain, subject }).subject)
    }),
    { numRuns: 400 },
  )
})
