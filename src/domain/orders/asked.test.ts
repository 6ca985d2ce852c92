import { expect, test } from 'vitest'
import { asked } from '#domain/orders/asked.ts'

test.each(['260501-7QX2MK', '#260501-7qx2mk', ' 260501 7QX2MK ', '2605017QX2MK', '26O5O1-7QX2MK'])(
  '%s is the number of an order',
  (typed) => expect(asked(typed)).toMatchObject({ by: 'code', number: '260501-7QX2MK' }),
)

test('a reference may have no digit, and a product a name of twelve letters', () => {
  expect(asked('KXQW-ZXWM-ATPA')).toMatchObject({ by: 'code', reference: 'KXQW-ZXWM-ATPA' })
  expect(asked('Harbourlight')).toMatchObject({ by: 'code', words: 'Harbourlight' })
})

test.each(['K7Q2-9XWM-4TPA', 'k7q29xwm4tpa', 'K7Q2 9XWM 4TPA'])('%s is a reference', (typed) =>
  expect(asked(typed)).toEqual({ by: 'code', number: null, reference: 'K7Q2-9XWM-4TPA', words: typed }),
)

test('whatever has an @ is an address, and is looked for whole', () => {
  expect(asked(' Ann@Example.com ')).toEqual({ by: 'email', email: 'Ann@Example.com' })
})

test.each(['Night Ferry', '260501', 'a-ha', '2026'])('%s may be a product', (typed) =>
  expect(asked(typed)).toEqual({ by: 'product', words: typed }),
)

test('what the payment service calls it is found too', () => {
  expect(asked('pi_3Nx')).toEqual({ by: 'payment', id: 'pi_3Nx' })
})
