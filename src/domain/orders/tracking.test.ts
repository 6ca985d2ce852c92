import { expect, test } from 'vitest'
import { TrackingDraft } from '#domain/orders/drafts.ts'
import {
  carrierProblem,
  carriers,
  parcelHint,
  parcelProblems,
  trackingPageUrl,
  trackingProblem,
} from '#domain/orders/tracking.ts'

test.each(['JD 0123', ' JD  01\t23 ', '1Z-999-AA1', 'x'.repeat(40)])(
  '%s is a tracking number, for form and API',
  (number) => {
    expect(trackingProblem(number)).toBeNull()
    expect(TrackingDraft.parse({ carrier: ' DHL ', number })).toMatchObject({ carrier: 'DHL' })
  },
)

test.each(['', 'JD1', '<b>1234</b>', 'x'.repeat(41)])('%s is not a tracking number', (number) => {
  const { error } = TrackingDraft.safeParse({ carrier: ' ', number })
  expect(error!.issues.map(({ message }) => message)).toEqual([carrierProblem(' '), trackingProblem(number)])
})

test('collapses spaces in a tracking number', () => {
  expect(TrackingDraft.parse({ carrier: 'DHL', number: ' JD  01\t23 ' }).number).toBe('JD 01 23')
})

test('every carrier has an https tracking page', () => {
  for (const carrier of carriers) {
    const link = new URL(trackingPageUrl(carrier, 'AB 12/3?x')!)
    expect(link.protocol).toBe('https:')
    expect(link.href).toContain('AB%2012%2F3%3Fx')
  }
})

test('an unknown carrier has no link', () => {
  expect(trackingPageUrl('My cousin’s van', 'AB123')).toBeNull()
  expect(trackingPageUrl('constructor', 'AB123')).toBeNull()
  expect(trackingPageUrl('DHL', null)).toBeNull()
})

test.each([
  ['paid', true, 'it needs a carrier and a tracking number'],
  ['processing', false, 'Leave both fields empty when there is none'],
  ['shipped', true, 'Enter the correct carrier and tracking number'],
] as const)('the dialog for a %s order says whether it needs a tracking number', (status, isNeeded, words) => {
  const needed = { carrier: carrierProblem(''), number: trackingProblem('') }
  expect(parcelProblems({ carrier: ' ', number: '' }, status)).toEqual(isNeeded ? needed : {})
  expect(parcelProblems({ carrier: 'DHL', number: '' }, status)).toEqual({ number: needed.number })
  expect(parcelProblems({ carrier: 'DHL', number: 'JD 0123' }, status)).toEqual({})
  expect(parcelHint(status)).toContain(words)
})
