import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { readWrittenPages } from '#server/pages/written-pages.ts'

function folderWith(name: string, text: string) {
  const folder = mkdtempSync(`${tmpdir()}/pages-`)
  writeFileSync(`${folder}/${name}`, text)
  return folder
}

test('renders a Markdown file as a page', () => {
  const folder = folderWith(
    'history.md',
    '---\ntitle: History\ndescription: How it began: slowly.\n---\n## 2018\n\nA *harbour*.\n',
  )
  expect(readWrittenPages(folder).get('history')).toEqual({
    title: 'History',
    description: 'How it began: slowly.',
    html: '<h2>2018</h2>\n<p>A <em>harbour</em>.</p>\n',
  })
})

test('escapes HTML and drops dangerous links in Markdown', () => {
  const folder = folderWith(
    'a.md',
    '---\ntitle: A\ndescription: A\n---\n<script>x()</script>\n\n[link](javascript:x())\n',
  )
  const { html } = readWrittenPages(folder).get('a')!
  expect(html).not.toContain('<script')
  expect(html).toContain('<a href="">link</a>')
})

test('rejects a page without a title and names its file', () => {
  expect(() => readWrittenPages(folderWith('terms.md', 'Words'))).toThrow(/terms\.md must begin with a title/)
})
