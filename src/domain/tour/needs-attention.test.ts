import { expect, test } from 'vitest'
import { isDraftSoon, needsTicketLink } from '#domain/tour/needs-attention.ts'

const now = new Date('2026-05-01T12:00:00Z')
const show = {
  date: '2026-05-10',
  time: '20:00',
  zone: 'Europe/Berlin',
  status: 'draft',
  availability: 'scheduled',
  bookingLink: null,
} as const

test.each([
  ['today at a venue where it is still morning', { date: '2026-05-01', zone: 'America/Los_Angeles' }, true],
  ['today where the day is over', { date: '2026-05-01', time: '20:00', zone: 'Pacific/Auckland' }, false],
  ['in nine days', {}, true],
  ['in two weeks', { date: '2026-05-15' }, true],
  ['in two weeks and a day', { date: '2026-05-16' }, false],
  ['yesterday', { date: '2026-04-30' }, false],
])('isDraftSoon for a draft %s', (_, changes, wanted) => {
  expect(isDraftSoon({ ...show, ...changes }, now)).toBe(wanted)
})

test('isDraftSoon is false for an announced show', () => {
  expect(isDraftSoon({ ...show, status: 'upcoming' }, now)).toBe(false)
})

test.each([
  [{}, true],
  [{ availability: 'rescheduled' }, true],
  [{ bookingLink: 'https://tickets.example' }, false],
  [{ availability: 'free' }, false],
  [{ availability: 'cancelled' }, false],
  [{ availability: 'sold out' }, false],
  [{ status: 'draft' }, false],
  [{ date: '2026-06-30' }, true],
  [{ date: '2026-07-01' }, false],
] as const)('an announced show with %o needs a ticket link: %s', (changes, wanted) => {
  expect(needsTicketLink({ ...show, status: 'upcoming', ...changes }, now)).toBe(wanted)
})
