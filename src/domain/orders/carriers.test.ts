import { expect, test } from 'vitest'
import { carriers, trackingLink } from '#domain/orders/carriers.ts'

test('every carrier that is offered leads to the parcel, on a safe connection', () => {
  for (const carrier of carriers) {
    const link = new URL(trackingLink(carrier, 'AB 12/3?x')!)
    expect(link.protocol).toBe('https:')
    expect(link.href).toContain('AB%2012%2F3%3Fx')
  }
})

test('a parcel of somebody else has a number and no link', () => {
  expect(trackingLink('My cousin’s van', 'AB123')).toBeNull()
  expect(trackingLink('constructor', 'AB123')).toBeNull()
  expect(trackingLink('DHL', null)).toBeNull()
})
