import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenFiles, reloadEdits, serviceEdits } from '#tests/commands/dev-edits.ts'

/** `npm run test:full` makes them; this only finds those whose code is no longer there. */
test.each([...serviceEdits, ...reloadEdits])('the text that the dev server test changes exists: $of', (edit) => {
  expect(readFileSync(edit.file, 'utf8')).toContain(edit.from)
})

test.each(Object.values(brokenFiles))('%s, which the dev server test breaks, begins with imports', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/^import /)
})
