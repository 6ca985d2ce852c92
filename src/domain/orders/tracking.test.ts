import { expect, test } from 'vitest'
import { TrackingDraft } from '#domain/orders/drafts.ts'
import { carrierProblem, carriers, trackingLink, trackingProblem } from '#domain/orders/tracking.ts'

test.each(['JD 0123', ' JD  01\t23 ', '1Z-999-AA1', 'x'.repeat(40)])(
  '%s is a parcel’s number, for form and API',
  (number) => {
    expect(trackingProblem(number)).toBeNull()
    expect(TrackingDraft.parse({ carrier: ' DHL ', number })).toMatchObject({ carrier: 'DHL' })
  },
)

test.each(['', 'JD1', '<b>1234</b>', 'x'.repeat(41)])('%s is none', (number) => {
  const { error } = TrackingDraft.safeParse({ carrier: ' ', number })
  expect(error!.issues.map(({ message }) => message)).toEqual([carrierProblem(' '), trackingProblem(number)])
})

test('collapses spaces', () => {
  expect(TrackingDraft.parse({ carrier: 'DHL', number: ' JD  01\t23 ' }).number).toBe('JD 01 23')
})

test('every carrier has an https tracking page', () => {
  for (const carrier of carriers) {
    const link = new URL(trackingLink(carrier, 'AB 12/3?x')!)
    expect(link.protocol).toBe('https:')
    expect(link.href).toContain('AB%2012%2F3%3Fx')
  }
})

test('an unknown carrier has no link', () => {
  expect(trackingLink('My cousin’s van', 'AB123')).toBeNull()
  expect(trackingLink('constructor', 'AB123')).toBeNull()
  expect(trackingLink('DHL', null)).toBeNull()
})
