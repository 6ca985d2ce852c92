import { expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'

test('removes all bidi controls', () => {
  const marks = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  expect(withoutBidiControls(`Ber${String.fromCodePoint(...marks)}lin\u202e`)).toBe('Berlin')
})

test('keeps joiners and the letters of every script', () => {
  for (const text of ['👩\u200d🎤', 'نمی\u200cخواهم', 'שלום, Köln\n日本']) expect(withoutBidiControls(text)).toBe(text)
})
