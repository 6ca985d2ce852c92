import { expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { nextAttemptAt } from '#server/mail/mail-job.ts'
import { renderMail } from '#server/mail/template.ts'
import { orderMail } from '#tests/fixtures/order-mail.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

const words = {
  site: { name: 'Felt & Hammer' },
  heading: 'Set a new password',
  paragraphs: ['Somebody asked for it.', 'Two\nlines'],
  action: { label: 'Choose one', href: 'https://felt.example/reset?token=a&b=1' },
  footnote: 'It was not you? Ignore this.',
}

test('renders the content as plain text', () => {
  expect(renderMail(words).text).toBe(
    'Set a new password\n\nSomebody asked for it.\n\nTwo\nlines\n\nChoose one: https://felt.example/reset?token=a&b=1\n\nIt was not you? Ignore this.\n\n-- \nFelt & Hammer',
  )
})

test('renders an order as plain text, with the address of every link', () => {
  expect(renderMail({ ...orderMail, site: { name: 'Felt & Hammer' } }).text.split('\n\n')).toEqual([
    'Thank you for your order',
    'Hello Ann Lee, we have received your payment for order 261118-AB12CD.',
    'Get your download: https://felt.example/downloads/1',
    'Downloads:\n- Harbour, up to 4 times until 22 May 2026:\n  https://felt.example/downloads/1\n- Quay, up to 4 times until 22 May 2026',
    '2 × Night Ferry tee: £40.00\n  - Large\nHarbour: £8.00',
    'Delivery: £3.95\nTotal: £51.95',
    'Where it goes:\nAnn Lee\n1 Quay Street\nHarwich\nCO12 3HH\nUnited Kingdom',
    'See your order: https://felt.example/payment/confirm?reference=R1&a=1',
    'Your reference is R1.',
    '-- \nFelt & Hammer',
  ])
})

test('10,000 hostile characters appear unchanged in a plain-text mail', () => {
  const { text } = renderMail({ ...words, heading: longHostileText(), paragraphs: [longHostileText()] })
  // A heading also appears in lists of mails; a paragraph can only reverse its own text.
  expect(text.split('\n\n')[0]).toBe(withoutBidiControls(longHostileText()))
  expect(text.split(longHostileText())).toHaveLength(2)
})

test.each(['javascript:alert(1)', '/reset', '//evil.example', 'data:text/html,x'])(
  'rejects the link %s in a mail',
  (href) => {
    expect(() => renderMail({ ...words, action: { label: 'x', href } })).toThrow('whole web address')
    expect(() => renderMail({ ...words, links: [{ label: 'x', href }] })).toThrow('whole web address')
  },
)

test.each(['https://tracker.example/1.gif', '//tracker.example/1.gif', 'data:image/gif;base64,AA', '/tracker/1.gif'])(
  'rejects the picture %s in a mail',
  (path) => {
    const item = { title: 'x', details: [], amount: '£1', picture: { path, width: 1, height: 1, alt: '' } }
    expect(() => renderMail({ ...words, parts: [{ kind: 'items', items: [item], sums: [] }] })).toThrow('its own site')
  },
)

test('a mail is retried with growing pauses for a day', () => {
  const queuedAt = new Date('2026-05-01T12:00:00Z')
  const waits: number[] = []
  let now = queuedAt
  for (;;) {
    const next = nextAttemptAt(waits.length + 1, { queuedAt, now })
    if (!next) break
    waits.push((+next - +now) / 60_000)
    now = next
  }
  expect(waits.slice(0, 9)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60])
  const hours = (+now - +queuedAt) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
})
