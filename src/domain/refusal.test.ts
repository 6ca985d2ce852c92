import { expect, expectTypeOf, test } from 'vitest'
import { Refusal, type RefusalArguments } from '#domain/refusal.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'

test('a refusal has the sentence of its reason', () => {
  const refusal = new Refusal('order-not-found')
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({ name: 'Refusal', reason: 'order-not-found', message: 'Order not found', fields: {} })
})

test('fills the placeholders of a refusal message with its values', () => {
  expect(new Refusal('cannot-cancel', { values: { status: 'shipped' } }).message).toBe(
    'Cannot cancel order with status: shipped',
  )
  expect(new Refusal('product-has-active-orders', { values: { name: 'Tour "Blue" shirt', n: 2 } }).message).toBe(
    'Cannot delete product "Tour "Blue" shirt". It has 2 active order(s).',
  )
})

test('a refusal names the fields to mark', () => {
  const refusal = new Refusal('invalid', { fields: { email: 'Email is required' } })
  expect(refusal.message).toBe('Please check the marked fields.')
  expect(refusal.fields).toEqual({ email: 'Email is required' })
})

test('a refusal has numeric facts besides its message', () => {
  expect(new Refusal('wrong-code', { facts: { attemptsRemaining: 3 } }).facts).toEqual({ attemptsRemaining: 3 })
  expect(new Refusal('wrong-code').facts).toEqual({})
})

test('a rate-limit refusal says how long to wait if that is known', () => {
  const messageAfter = (retryAfterSeconds: number) => new Refusal('too-many', { facts: { retryAfterSeconds } }).message
  expect(messageAfter(841)).toBe('Too many requests. Please wait 15 minutes and try again.')
  expect(messageAfter(86_400)).toBe('Too many requests. Please wait 24 hours and try again.')
  expect(messageAfter(91)).toBe('Too many requests. Please wait 2 minutes and try again.')
  expect(messageAfter(60)).toBe('Too many requests. Please wait 60 seconds and try again.')
  expect(messageAfter(0.4)).toBe('Too many requests. Please wait 1 second and try again.')
  expect(new Refusal('too-many').message).toBe('Too many requests. Please wait a moment and try again.')
})

test('the type of a refusal requires exactly the values of its message', () => {
  expectTypeOf<['cannot-cancel', { values: { status: string } }]>().toExtend<RefusalArguments>()
  expectTypeOf<['cannot-cancel']>().not.toExtend<RefusalArguments>()
  expectTypeOf<['cannot-cancel', { values: { name: string } }]>().not.toExtend<RefusalArguments>()
  expectTypeOf<['out-of-coffee']>().not.toExtend<RefusalArguments>()
})

test('every reason is in kebab case and has a sentence', () => {
  for (const [reason, message] of Object.entries(refusalMessages)) {
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/)
    if (typeof message === 'string') expect(message).toMatch(/\S/)
  }
})
