import { expect, test } from 'vitest'
import { nameMeasures } from '#sections/hero/name-measures.ts'

test.each([
  ['Marlow Quay', 6, 2],
  ['Setlight', 8, 2],
  ['Ida Frost & the Lanterns', 8, 3],
  ['The International Submarine Orchestra of the North', 13, 5],
])('%s has a longest word of %d letters and takes %d lines', (name, longest, lines) => {
  expect(nameMeasures(name)).toEqual({ '--longest-word': longest, '--name-lines': lines })
})
