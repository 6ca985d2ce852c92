import { expect, test } from 'vitest'
import { normalizeOrderNumber, orderNumberPattern, parseOrderQuery } from '#domain/orders/lookup.ts'

test.each(['260501-7QX0M1', ' 260501 7qx0m1 ', '#260501-7QXOMI', '2605017qxoml', '260501–7QX0M1'])(
  '%s is an order number as printed on the parcel',
  (typed) => expect(normalizeOrderNumber(typed)).toBe('260501-7QX0M1'),
)

test.each(['', '260501', '260501-7QX0M', '260501-7QX0M12', 'K7Q2-9XWM-4TPA'])('%s is not an order number', (typed) =>
  expect(normalizeOrderNumber(typed)).not.toMatch(orderNumberPattern),
)

test.each(['260501-7QX2MK', '#260501-7qx2mk', ' 260501 7QX2MK ', '2605017QX2MK', '26O5O1-7QX2MK'])(
  'the search %s finds an order by number',
  (typed) => expect(parseOrderQuery(typed)).toMatchObject({ by: 'code', number: '260501-7QX2MK' }),
)

test('a search of twelve letters may be a reference or a product name', () => {
  expect(parseOrderQuery('KXQW-ZXWM-ATPA')).toMatchObject({ by: 'code', reference: 'KXQW-ZXWM-ATPA' })
  expect(parseOrderQuery('Harbourlight')).toMatchObject({ by: 'code', words: 'Harbourlight' })
})

test.each(['K7Q2-9XWM-4TPA', 'k7q29xwm4tpa', 'K7Q2 9XWM 4TPA'])('the search %s finds an order by reference', (typed) =>
  expect(parseOrderQuery(typed)).toEqual({ by: 'code', number: null, reference: 'K7Q2-9XWM-4TPA', words: typed }),
)

test('a search with @ is a whole e-mail address', () => {
  expect(parseOrderQuery(' Ann@Example.com ')).toEqual({ by: 'email', email: 'Ann@Example.com' })
})

test.each(['Night Ferry', '260501', 'a-ha', '2026'])('the search %s finds orders by product name', (typed) =>
  expect(parseOrderQuery(typed)).toEqual({ by: 'product', words: typed }),
)

test('recognises ids of the payment provider', () => {
  expect(parseOrderQuery('pi_3Nx')).toEqual({ by: 'payment', id: 'pi_3Nx' })
})
