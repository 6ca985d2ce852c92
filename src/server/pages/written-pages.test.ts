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
    markdown: '## 2018\n\nA *harbour*.',
    html: '<h2>2018</h2>\n<p>A <em>harbour</em>.</p>\n',
    chapters: [],
  })
})

test('a page with pictures is in chapters, with the year of their heading', () => {
  const words =
    '![](quay.jpg)\n\nIt began.\n\n## Low Water, 2018\n\nFive songs.\n\n![A cover](low-water.jpg)\n\n## Now\n\nWe go on.\n'
  const folder = folderWith('history.md', `---\ntitle: History\ndescription: How it began.\n---\n\n${words}`)
  expect(readWrittenPages(folder).get('history')).toMatchObject({
    html: '',
    chapters: [
      { heading: null, year: null, html: '<p>It began.</p>', image: 'quay.jpg', alt: null },
      { heading: 'Low Water', year: '2018', html: '<p>Five songs.</p>', image: 'low-water.jpg', alt: 'A cover' },
      { heading: 'Now', year: null, html: '<p>We go on.</p>', image: null, alt: null },
    ],
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

test('rejects a Markdown page without a title and names its file', () => {
  expect(() => readWrittenPages(folderWith('terms.md', 'Words'))).toThrow(/terms\.md must begin with a title/)
})
