import { expect, test } from 'vitest'
import { refusalForSqlState } from '#domain/orders/database-errors.ts'
import { Refusal } from '#domain/refusal.ts'

test.each([
  ['42501', 'Database permission error - contact support'],
  ['28000', 'Authentication error - please refresh and try again'],
  ['28P01', 'Authentication error - please refresh and try again'],
  ['23503', 'Database relationship error - contact support'],
  ['42P01', 'Database table not found - contact support'],
  ['22012', 'Database error (22012) - contact support'],
])('SQLSTATE %s becomes: %s', (code, sentence) =>
  expect(new Refusal(...refusalForSqlState(code)).message).toBe(sentence),
)
