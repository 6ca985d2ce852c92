import { expect, test } from 'vitest'
import { lengthOf, secondsOf } from '#domain/media/length.ts'

test.each([
  [9, '0:09'],
  [252, '4:12'],
  [3600, '1:00:00'],
  [3729, '1:02:09'],
])('%i seconds are %s', (seconds, length) => expect(lengthOf(seconds)).toBe(length))

test.each([
  ['4:12', 252],
  ['1:02:09', 3729],
  ['45', 45],
])('%s is %s seconds', (text, seconds) => expect(secondsOf(text)).toBe(seconds))

test.each(['', 'long', '4:', '1:2:3:4', '-1'])('"%s" is no length', (text) => expect(secondsOf(text)).toBeNaN())
