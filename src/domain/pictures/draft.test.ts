import { expect, test } from 'vitest'
import { PictureDraft } from '#domain/pictures/draft.ts'

const problemsOf = (alt: string) =>
  PictureDraft.safeParse({ alt, isDecorative: false, focusX: 50, focusY: 50 }).error?.issues.map(
    ({ path, message }) => [path, message],
  )

test.each([
  ['HTML', 'Anna <img src=x onerror=alert(1)>', 'This must be text without HTML tags such as <b>.'],
  ['a control character', 'An\u0007na', 'This must be one line of text without control characters.'],
  ['a bidi control', 'An\u202ena', 'This must not have invisible characters that turn the direction of text.'],
  ['more than 300 characters', 'A'.repeat(301), 'Please use at most 300 characters.'],
])('refuses %s in the description of a picture', (_, alt, sentence) => {
  expect(problemsOf(alt)).toEqual([[['alt'], sentence]])
})

test('accepts picture descriptions with any letters and punctuation', () => {
  for (const alt of ['Anna & Bert on stage, 1 < 2', 'Sängerin “live” – ❤']) expect(problemsOf(alt)).toBeUndefined()
})
