import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeMessage, type Mail, parseMessage, validateMail } from '#server/mail/message.ts'
import { isLongRun } from '#tests/long-test.ts'

const about = {
  id: '019a8c00-0000-7000-8000-000000000001',
  websiteId: '019a8c00-0000-7000-8000-000000000002',
  from: { name: 'Marlow Quay', address: 'hello@marlow.example' },
  date: new Date('2026-05-01T12:00:00Z'),
}
const plain: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'Good evening.' }
const sent = (changes: Partial<Mail>, from = about.from) =>
  composeMessage(validateMail({ ...plain, ...changes }), { ...about, from })

/** The names are compared with these, so one more header is one too many. */
const textHeaders = [
  ...['From', 'To', 'Subject', 'Message-ID', 'Date', 'Auto-Submitted'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
].toSorted()
const namesIn = async (bytes: Buffer) => (await parseMessage(bytes)).headers.map(([name]) => name).toSorted()
const header = async (bytes: Buffer, name: string) =>
  (await parseMessage(bytes)).headers
    .filter(([each]) => each === name)
    .map(([, value]) => value)
    .join(' AND ')

test('writes sender and recipient with the name of the site', async () => {
  const { envelope, bytes } = await sent({ subject: 'Zwölf Nächte – 日本', text: 'Grüße,\nyours\n.\n..\nFrom here' })
  expect(envelope).toEqual({ from: 'hello@marlow.example', to: 'ada@example.com' })
  expect(await header(bytes, 'From')).toBe('Marlow Quay <hello@marlow.example>')
  expect(await header(bytes, 'To')).toBe('ada@example.com')
  expect(await header(bytes, 'Subject')).toBe('Zwölf Nächte – 日本')
  expect(await header(bytes, 'Date')).toBe('Fri, 01 May 2026 12:00:00 +0000')
  expect(await header(bytes, 'Message-ID')).toBe(`<${about.id}@marlow.example>`)
  expect((await parseMessage(bytes)).text?.trimEnd()).toBe('Grüße,\nyours\n.\n..\nFrom here')
  expect(await namesIn(bytes)).toEqual(textHeaders)
})

test('a mail with HTML is multipart/alternative and has Reply-To', async () => {
  const { bytes } = await sent({ html: '<p>Grüße ✓</p>', replyTo: 'fan@example.org' })
  expect(await parseMessage(bytes)).toMatchObject({
    text: expect.stringContaining('Good evening.'),
    html: '<p>Grüße ✓</p>',
  })
  expect(await header(bytes, 'Reply-To')).toBe('fan@example.org')
  expect(await header(bytes, 'Content-Type')).toMatch(/^multipart\/alternative/)
})

test('every line is short ASCII and ends with CRLF', async () => {
  const { bytes } = await sent({
    subject: 'é'.repeat(200),
    text: 'lang ü '.repeat(2_000),
    html: `<p>${'x'.repeat(5_000)}</p>`,
  })
  const source = bytes.toString('latin1')
  expect(source).not.toMatch(/[^\t\r\n\x20-\x7e]/)
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...source.split('\r\n').map(({ length }) => length))).toBeLessThan(200)
})

const breaks = ['\r\n', '\n', '\r', '\0', '\u2028', '\u2029', '\u0085', '\v', '\f', '\r\n ', '\n\t', '%0d%0a', '\\r\\n']
const attacks = breaks.flatMap((gap) => [
  `Hi${gap}Bcc: victim@example.net`,
  `Hi${gap}Bcc: victim@example.net${gap}${gap}<script>`,
  `${gap}To: victim@example.net`,
  `Hi${gap}${gap}.${gap}MAIL FROM:<x@example.net>`,
])
const encoded = [
  '=?utf-8?B?SGkNCkJjYzogdmljdGltQGV4YW1wbGUubmV0?=',
  '=?utf-8?Q?Hi=0D=0ABcc:_victim@example.net?=',
  'Hi =?utf-8?q?=0d=0aBcc:?= victim@example.net',
  '=?iso-8859-1?Q?a?= =?utf-8?b?DQo=?=',
]

describe('no input adds a header', () => {
  test.each([...attacks, ...encoded])('no header is added to a mail by the subject %j', async (subject) => {
    const { envelope, bytes } = await sent({ subject })
    expect(envelope.to).toBe('ada@example.com')
    expect(await namesIn(bytes)).toEqual(textHeaders)
    expect(await header(bytes, 'To')).toBe('ada@example.com')
    expect(await header(bytes, 'Subject')).not.toMatch(/[\r\n]/)
  })

  test.each(encoded)('does not decode text that looks like an encoded word: %j', async (subject) => {
    const { bytes } = await sent({ subject })
    expect(await header(bytes, 'Subject')).toBe(subject)
  })

  test.each([...attacks, ...encoded, 'Ada" <victim@example.net>, "x', 'a,b@example.net;c:'])(
    'no header is added to a mail by the site name %j',
    async (name) => {
      const { envelope, bytes } = await sent({}, { ...about.from, name })
      expect(envelope.from).toBe('hello@marlow.example')
      expect(await namesIn(bytes)).toEqual(textHeaders)
      expect(bytes.toString('latin1').match(/^From: .*(\r\n[ \t].*)*/m)?.[0]).toMatch(/<hello@marlow\.example>$/)
    },
  )

  test('no header is added to a mail by random subjects, texts and names', async () => {
    const bits = fc.constantFrom(
      ...breaks,
      'Bcc: victim@example.net',
      ':',
      ' ',
      '=?utf-8?Q?',
      '?=',
      '.',
      '--',
      'é',
      '😀',
      '"',
      'x',
    )
    const anything = fc.oneof(
      fc.array(bits, { minLength: 1, maxLength: 12 }).map((all) => `s${all.join('')}`),
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `s${text}`),
    )
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (subject, text, name) => {
        const { envelope, bytes } = await sent({ subject, text }, { ...about.from, name })
        expect(envelope).toEqual({ from: 'hello@marlow.example', to: 'ada@example.com' })
        expect(await namesIn(bytes)).toEqual(textHeaders)
        expect(await header(bytes, 'To')).toBe('ada@example.com')
      }),
      { numRuns: isLongRun ? 1_700 : 200 },
    )
  })
})

describe('the recipient is one plain address', () => {
  test.each([
    'ada@example.com, victim@example.net',
    'ada@example.com,victim@example.net',
    'ada@example.com;victim@example.net',
    'ada@example.com victim@example.net',
    'ada@example.com\r\nBcc: victim@example.net',
    'ada@example.com\nvictim@example.net',
    'ada@example.com\0',
    ' ada@example.com',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    '<b>ada@example.com',
    '"victim@example.net"@example.com',
    '"ada@example.com> <victim@example.net"@example.com',
    'ada(comment)@example.com',
    'ada@example.com(comment)',
    'group: ada@example.com, victim@example.net;',
    `${'a:'.repeat(10_000)}ada@example.com${';'.repeat(10_000)}`,
    'ada＠example.com',
    'ada@exаmple.com',
    'ada@example.com@victim.example',
    'ada%victim.example@example.com\r\n',
    'ada@[127.0.0.1]',
    'ada',
    '',
    '@example.com',
    '=?utf-8?Q?ada=40victim.example=2C?=ada@example.com\u2028',
  ])('a mail to the address %j is refused', (address) => {
    expect(() => validateMail({ ...plain, to: address })).toThrow('to is not one plain address')
    expect(() => validateMail({ ...plain, replyTo: address })).toThrow('replyTo is not one plain address')
  })

  test('the error about a refused mail address does not contain the address', () => {
    expect(() => validateMail({ ...plain, to: 'canary' })).toThrow(/^(?!.*canary)/)
  })
})

describe('a mail has text fields only', () => {
  const notTexts = [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, ['a', 'b'], { content: 'x', raw: 'y' }, 7]
  const fields = ['to', 'subject', 'text', 'html', 'replyTo'] as const
  test.each(fields.flatMap((field) => notTexts.map((value) => [field, value] as const)))(
    '%s cannot be %j',
    (field, value) => {
      expect(() => validateMail({ ...plain, [field]: value } as never)).toThrow('This mail cannot be sent')
    },
  )

  test.each(['attachments', 'cc', 'bcc', 'envelope', 'raw', 'headers', 'from', 'icalEvent', 'list', 'watchHtml'])(
    'a mail with the further field %s is rejected',
    (field) => {
      expect(() => validateMail({ ...plain, [field]: [{ path: '/etc/passwd' }] } as never)).toThrow('cannot be sent')
    },
  )

  test('sends a text with a file URL unchanged', async () => {
    const { bytes } = await sent({ text: 'file:///etc/passwd', html: '<img src="file:///etc/passwd">' })
    expect(await parseMessage(bytes)).toMatchObject({ html: '<img src="file:///etc/passwd">' })
    expect(bytes.includes('root:')).toBe(false)
  })
})
