import { expect, test } from 'vitest'
import { plainName } from '#domain/images/upload.ts'

test.each([
  ['IMG_0042.HEIC.jpg', 'img-0042-heic'],
  ['Straße am Ufer (2).jpeg', 'strasse-am-ufer-2'],
  ['Één café.png', 'een-cafe'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.jpg', 'picture'],
  ['日本.png', 'picture'],
  ['', 'picture'],
  [`${'a'.repeat(300)}.png`, 'a'.repeat(60)],
  [`${'a'.repeat(59)}-b.png`, 'a'.repeat(59)],
])('%j is called %s', (file, name) => {
  expect(plainName(file, 'picture')).toBe(name)
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})
