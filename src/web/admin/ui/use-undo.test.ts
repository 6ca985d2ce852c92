import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What is ended for good, after a question: a change of address, an access, a session, a host, a version, a preview link. */
const withoutUndo = [
  'src/web/admin/hosted-sites/hosted-sites-query.ts',
  'src/web/admin/settings/email-panel.tsx',
  'src/web/admin/settings/people-panel.tsx',
  'src/web/admin/settings/sessions-panel.tsx',
  'src/web/admin/site-editor/draft-query.ts',
]

test('every list delete in the admin area can be undone, except that of a site version', () => {
  const deletes = /\.\$delete\(|\['(bulk-delete|clear-old)'\]\.\$post\(/
  const sources = globSync('src/web/admin/**/*.{ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const found = sources.filter(({ text }) => deletes.test(text))
  expect(found.length).toBeGreaterThan(12)
  const without = found.filter(({ text }) => !/\bundo\b/.test(text)).map(({ path }) => path)
  expect(without.toSorted()).toEqual(withoutUndo)
})
