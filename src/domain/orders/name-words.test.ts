import { expect, test } from 'vitest'
import { customerNameWords, maxNameWords } from '#domain/orders/name-words.ts'

test.each([
  ['Ann Lee', ['ann', 'lee']],
  ['  LEE,  ann ', ['lee', 'ann']],
  ['Zoë Łukasz-Müller', ['zoe', 'lukasz', 'muller']],
  ['Sinéad O’Brien', ['sinead', 'obrien']],
  ["Sinead O'Brien", ['sinead', 'obrien']],
  ['Ann Ann', ['ann']],
  ['山田 太郎', ['山田', '太郎']],
  ['Søren Æbelø', ['soren', 'aebelo']],
  ['—', []],
])('%s is found by %j', (name, words) => expect(customerNameWords(name)).toEqual(words))

test('indexes only the first words of a very long customer name', () => {
  const words = Array.from({ length: 20 }, (_, at) => `name${at}`)
  expect(customerNameWords(words.join(' '))).toEqual(words.slice(0, maxNameWords))
})
