import { expect, test } from 'vitest'
import { availabilityNotice, hasTicketSale, isCancelledOrPostponed } from '#domain/tour/availability.ts'

test.each([
  ['scheduled', null, true, false],
  ['sold out', 'Sold out', false, false],
  ['postponed', 'Postponed', false, true],
  ['rescheduled', 'New date', true, false],
  ['cancelled', 'Cancelled', false, true],
  ['free', 'Free entry', true, false],
] as const)(
  'availability %s is labelled “%s”; sells tickets: %s, does not take place: %s',
  (availability, words, sells, off) => {
    expect([
      availabilityNotice(availability),
      hasTicketSale(availability),
      isCancelledOrPostponed(availability),
    ]).toEqual([words, sells, off])
  },
)
