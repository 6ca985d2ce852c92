import { expect, expectTypeOf, test } from 'vitest'
import { messages } from '#domain/messages.ts'
import { Refusal, type RefusalAbout } from '#domain/refusal.ts'

test('a refusal says its sentence', () => {
  const refusal = new Refusal('order-not-found')
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({ name: 'Refusal', reason: 'order-not-found', message: 'Order not found', fields: {} })
})

test('a sentence with gaps is filled with the values of the case', () => {
  expect(new Refusal('cannot-cancel', { values: { status: 'shipped' } }).message).toBe(
    'Cannot cancel order with status: shipped',
  )
  expect(new Refusal('product-has-active-orders', { values: { name: 'Tour "Blue" shirt', n: 2 } }).message).toBe(
    'Cannot delete product "Tour "Blue" shirt". It has 2 active order(s).',
  )
})

test('a form learns which fields to mark', () => {
  const refusal = new Refusal('invalid', { fields: { email: 'Email is required' } })
  expect(refusal.message).toBe('Please check the marked fields.')
  expect(refusal.fields).toEqual({ email: 'Email is required' })
})

test('a screen learns the facts beside the sentence', () => {
  expect(new Refusal('wrong-code', { facts: { attemptsRemaining: 3 } }).facts).toEqual({ attemptsRemaining: 3 })
  expect(new Refusal('wrong-code').facts).toEqual({})
})

test('the compiler asks for the values that a sentence needs, and for no others', () => {
  expectTypeOf<['cannot-cancel', { values: { status: string } }]>().toExtend<RefusalAbout>()
  expectTypeOf<['cannot-cancel']>().not.toExtend<RefusalAbout>()
  expectTypeOf<['cannot-cancel', { values: { name: string } }]>().not.toExtend<RefusalAbout>()
  expectTypeOf<['out-of-coffee']>().not.toExtend<RefusalAbout>()
})

test('every reason is a word in kebab case and says something', () => {
  for (const [reason, message] of Object.entries(messages)) {
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/)
    if (typeof message === 'string') expect(message).toMatch(/\S/)
  }
})
