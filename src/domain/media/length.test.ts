import { expect, test } from 'vitest'
import { lengthOf } from '#domain/media/length.ts'

test.each([
  [9, '0:09'],
  [252, '4:12'],
  [3600, '1:00:00'],
  [3729, '1:02:09'],
])('%i seconds are %s', (seconds, said) => expect(lengthOf(seconds)).toBe(said))
