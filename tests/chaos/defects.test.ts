import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defects, fileOfDefect } from '../../chaos/defects.ts'
import { applyDefect } from '../../chaos/try-defects.ts'

/** `npm run chaos:defects` plants them; this only finds those whose code is no longer there. */
test.each(defects)('the code that the defect changes exists once: $name', (defect) => {
  const sound = readFileSync(fileOfDefect(defect), 'utf8')
  expect(applyDefect(sound, defect)).not.toBe(sound)
})
