import { expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { nextAttemptAt } from '#server/mail/send.ts'
import { renderMail } from '#server/mail/template.ts'
import { endless } from '#tests/journeys/payloads.ts'

const words = {
  site: { name: 'Felt & Hammer', locale: 'en' },
  heading: 'Set a new password',
  paragraphs: ['Somebody asked for it.', 'Two\nlines'],
  action: { label: 'Choose one', href: 'https://felt.example/reset?token=a&b=1' },
  footnote: 'It was not you? Ignore this.',
}

test('renders the same text as HTML and as plain text', () => {
  const { text, html } = renderMail(words)
  expect(text).toBe(
    'Set a new password\n\nSomebody asked for it.\n\nTwo\nlines\n\nChoose one: https://felt.example/reset?token=a&b=1\n\nIt was not you? Ignore this.\n\n-- \nFelt & Hammer',
  )
  for (const text of ['Set a new password', 'Somebody asked for it.', 'Two<br>lines', 'Felt &amp; Hammer'])
    expect(html).toContain(text)
  expect(html).toContain('href="https://felt.example/reset?token=a&amp;b=1"')
})

test('escapes all text in the HTML', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  const { html } = renderMail({
    site: { name: evil, locale: evil },
    heading: evil,
    paragraphs: [evil],
    action: { label: evil, href: `https://felt.example/${evil}` },
    footnote: evil,
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain(`">"`)
  expect(html.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(10)
})

test('10,000 hostile characters appear as text in both HTML and plain text', () => {
  const { text, html } = renderMail({ ...words, heading: endless(), paragraphs: [endless()] })
  // A heading also appears in lists of mails; a paragraph can only reverse its own text.
  expect(text.split('\n\n')[0]).toBe(withoutBidiControls(endless()))
  expect(text.split(endless())).toHaveLength(2)
  const elementsIn = (written: string) => [...new Set(written.match(/<\w+/g))].toSorted()
  expect(elementsIn(html)).toEqual(elementsIn(renderMail(words).html))
})

test.each(['javascript:alert(1)', '/reset', '//evil.example', 'data:text/html,x'])(
  'rejects the link %s in a mail',
  (href) => {
    expect(() => renderMail({ ...words, action: { label: 'x', href } })).toThrow('whole web address')
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
