import { micromark } from 'micromark'
import { expect, test } from 'vitest'
import { withoutClosedMarkdownLinks } from '#domain/sites/markdown.ts'

const shown = (markdown: string, closed: string[]) =>
  withoutClosedMarkdownLinks(micromark(markdown), (target) => !closed.includes(target))

test('a closed link in Markdown keeps its words and their emphasis, and other links stay', () => {
  const markdown = 'See [*all* prizes](/awards "Prizes"), [the tour](/tour) and <https://example.org/?a=1&b=2>.'
  expect(shown(markdown, ['/awards'])).toBe(
    '<p>See <em>all</em> prizes, <a href="/tour">the tour</a> and <a href="https://example.org/?a=1&amp;b=2">https://example.org/?a=1&amp;b=2</a>.</p>',
  )
})

test('compares the target of a link as it was written', () => {
  expect(shown('[a](/shop?q=x&sort=price)', ['/shop?q=x&sort=price'])).toBe('<p>a</p>')
})

test('leaves text alone that looks like a link', () => {
  const text = '<p>&lt;a href=&quot;/awards&quot;&gt;x&lt;/a&gt; and <code>&lt;a&gt;</code></p>'
  expect(shown('<a href="/awards">x</a> and `<a>`', ['/awards'])).toBe(text)
})
