import { expect, test } from 'vitest'
import { TrackingDraft } from '#domain/orders/desk.ts'
import { carrierProblem, trackingProblem } from '#domain/orders/tracking.ts'

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

test('spaces are kept once', () => {
  expect(TrackingDraft.parse({ carrier: 'DHL', number: ' JD  01\t23 ' }).number).toBe('JD 01 23')
})
