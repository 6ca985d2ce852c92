import { expect, test } from 'vitest'
import { orderNumberOf, orderNumberShape } from '#domain/orders/lookup.ts'

test.each(['260501-7QX0M1', ' 260501 7qx0m1 ', '#260501-7QXOMI', '2605017qxoml', '260501–7QX0M1'])(
  '%s is the number that stands on the parcel',
  (typed) => expect(orderNumberOf(typed)).toBe('260501-7QX0M1'),
)

test.each(['', '260501', '260501-7QX0M', '260501-7QX0M12', 'K7Q2-9XWM-4TPA'])('%s is none', (typed) =>
  expect(orderNumberOf(typed)).not.toMatch(orderNumberShape),
)
